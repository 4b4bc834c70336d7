"""One sentence of help for each order, plan, and part of a plan."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

HELP: Words = {
    "help.order.pass_to": Row(
        "Who gets the obsidian when your standing order plays the card that passes it on."
    ),
    "help.order.token": Row("When a second obsidian lands in your cart and you still have the token."),
    "help.order.keep": Row("What happens to the crystals you draw."),
    "help.order.replace": Row("When you can swap one of your crystals for one you drew."),
    "help.order.share": Row("Another dwarf draws two crystals, and you may take one."),
    "help.order.sale": Row("What goes into the chest in the evening and what is sold."),
    "help.order.plan": Row(
        "On your turn, the plan first checks your reasons to stop, then plays the first step it can."
    ),
    "help.view.plan.lines": Row(
        "Steps are tried from top to bottom, and the first one possible is played. Up to 12 "
        "steps. If a step plays a card, how quickly you move may tell others whether you have it."
    ),
    "help.view.plan.stops": Row("Checked when your turn comes. Reasons you leave out never stop the plan."),
    "help.view.plan.if_silent": Row("What to do if the plan asks you and you don't reply within this time."),
    "help.view.plan.next": Row(
        "Played once, before any step. If the table has changed for you by then, the plan asks you first."
    ),
    "help.view.plan.for_": Row("The days the plan plays."),
    "help.view.plan.start": Row("The plan can wait until you have seen the new day."),
    "help.view.plan.confirmed": Row("The day you confirmed the plan; 0 means not yet."),
    "help.view.plan.robot": Row("The robot ignores your steps and your reasons to stop."),
    "help.view.stops.obsidian": Row("Checked before you mine, not before you play a card."),
    "help.view.stops.worth": Row("What the crystals in your cart would sell for now."),
    "help.view.stops.attacked": Row("If anyone has targeted you since your last turn."),
    "help.view.stops.inside": Row("When this many dwarves or fewer are left in the mine."),
    "help.view.stops.spent": Row("When no step can be played any more."),
    "help.view.ifsilent.after_hours": Row("3 to 24 hours."),
    "help.view.mineline": Row("Mine up to this many times a day."),
    "help.view.dontbelongline": Row("Take two crystals if you have the card."),
    "help.view.dontbelongline.at_least": Row("If empty: 5, or any two crystals from a covered cart."),
    "help.view.comecloserline": Row("Swap a crystal if you have the card. Doesn't work with covered carts."),
    "help.view.comecloserline.gain": Row("How much more it must be worth than the crystal you give."),
    "help.view.leaveline": Row("Leave the mine for the day."),
}
