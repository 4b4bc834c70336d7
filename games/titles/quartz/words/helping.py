"""One sentence of help for each order, plan, and part of a plan."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

HELP: Words = {
    "help.order.pass_to": Row("To whom an obsidian goes on when your order plays the card for that."),
    "help.order.token": Row("When a second obsidian lies in your cart and you still have the token."),
    "help.order.keep": Row("What becomes of the crystals you have drawn."),
    "help.order.replace": Row("When a drawn crystal may be swapped for one of yours."),
    "help.order.share": Row("Two crystals are drawn for another dwarf, and one may be yours."),
    "help.order.sale": Row("What goes into the chest in the evening, and what is sold."),
    "help.order.plan": Row(
        "On your turns the first line acts that can; before that your reasons to stop are looked at."
    ),
    "help.view.plan.lines": Row(
        "Tried from the first to the last: the first that can act does. Twelve at most. "
        "Where a line plays a card, how soon you move may tell others whether you hold it."
    ),
    "help.view.plan.stops": Row(
        "Each is looked at when your turn comes. What isn't there never stops the plan."
    ),
    "help.view.plan.if_silent": Row(
        "What is done when the plan has asked you and you don't answer for so long."
    ),
    "help.view.plan.next": Row(
        "Done once, before any line; if the table has changed for you by then, you are asked."
    ),
    "help.view.plan.for_": Row("The days on which the plan plays."),
    "help.view.plan.start": Row("A plan may wait until you have seen the new day."),
    "help.view.plan.confirmed": Row("The day on which you say that it may begin; 0 is not yet."),
    "help.view.plan.robot": Row("Then neither lines nor reasons to stop count."),
    "help.view.stops.obsidian": Row("Looked at before you mine, not before a card is played."),
    "help.view.stops.worth": Row("What the crystals in your cart would sell for now."),
    "help.view.stops.attacked": Row("When somebody has named you since your last turn."),
    "help.view.stops.inside": Row("When so few dwarves are left in the mine."),
    "help.view.stops.spent": Row("When no line can act any more."),
    "help.view.ifsilent.after_hours": Row("From 3 to 24 hours."),
    "help.view.mineline": Row("Mine, so many times a day."),
    "help.view.dontbelongline": Row("Take two crystals, if the card is in your hand."),
    "help.view.dontbelongline.at_least": Row("Left open it is 5, or two crystals of a covered cart."),
    "help.view.comecloserline": Row("Swap a crystal, if the card is in your hand. Not under covered carts."),
    "help.view.comecloserline.gain": Row("So much more than what you give."),
    "help.view.leaveline": Row("Leave the mine for the day."),
}
