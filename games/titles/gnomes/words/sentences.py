"""Plans and standing orders as sentences in which their owner chooses, one row for each record or order."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

PLAN: Words = {
    "sentence.plan.steps": Row("On my turn, do this, one after the other:"),
    "sentence.plan.then": Row("After that: {then}"),
    "sentence.plan.stops": Row("Stop before my turn and ask me"),
    "sentence.plan.for_": Row("This plan is for {for_}"),
    "sentence.plan.robot": Row("Let the steward play my turns, whatever is written above."),
}

STEPS: Words = {
    "sentence.playstep": Row("Play {card} at {place}, turned clockwise by {turn} quarter turns."),
    "sentence.placestep": Row("Place a dwarf at {place}"),
    "sentence.movestep": Row("Move a dwarf along {way} (from > to)."),
}

STOPS: Words = {
    "sentence.stops.crowded": Row("if a rival has brought a card or a dwarf to a place in the plan"),
    "sentence.stops.ogre": Row("if an ogre was played on me"),
    "sentence.stops.goal": Row("if a rival has met a second goal"),
}

STANDING: Words = {
    "sentence.order.show": Row("When my secret goal is met: {show}"),
    "sentence.order.work": Row("When I can choose what to dig, what to buy or in which order: {work}"),
    "sentence.order.discard": Row("When I have more than nine cards: {discard}"),
}

SENTENCES: Words = {**PLAN, **STEPS, **STOPS, **STANDING}
