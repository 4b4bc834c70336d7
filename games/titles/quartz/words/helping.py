"""A sentence of help where the sentence of an order, or of a part of a plan, isn't enough."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

HELP: Words = {
    "help.order.plan": Row(
        "On your turn, the plan first checks your reasons to stop, then plays the first step it can."
    ),
    "help.view.plan.lines": Row(
        "Up to 12 steps. If a step plays a card, how quickly you move may tell others whether you have it."
    ),
    "help.view.plan.stops": Row("Checked when your turn comes. Reasons you leave out never stop the plan."),
    "help.view.plan.if_silent": Row("What to do if the plan asks you and you don't reply within this time."),
    "help.view.plan.next": Row(
        "Played once, before any step. If the table has changed for you by then, the plan asks you first."
    ),
    "help.view.plan.start": Row("The plan can wait until you have seen the new day."),
    "help.view.stops.obsidian": Row("Checked before you mine, not before you play a card."),
    "help.view.stops.worth": Row("What the crystals in your cart would sell for now."),
    "help.view.ifsilent.after_hours": Row("3 to 24 hours."),
    "help.view.dontbelongline.at_least": Row("If empty: 5, or any two crystals from a covered cart."),
}
