"""Plans and standing orders as sentences in which their owner chooses, one row for each record or order."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.gem_edge.rules.cards import STONES

PLAN: Words = {
    "sentence.plan.lines": Row("On my turn, for each action, do the first of these steps that is possible:"),
    "sentence.plan.hand_in": Row("Hand in finished ornaments {hand_in}"),
    "sentence.plan.for_": Row("This plan plays {for_}"),
    "sentence.stops.attacked": Row("Someone has played a card against me since my last turn."),
    "sentence.stops.finished": Row("One of my ornaments is finished."),
    "sentence.stops.rival": Row("Another player has {rival} points or more."),
}

STEPS: Words = {
    "sentence.insertline": Row("Insert a stone that fits."),
    "sentence.takeline": Row(
        "Take the stone at the mouth if my cart has room and the stone is of one of these colours:"
    ),
    "sentence.discardline": Row("Discard a stone of one of these colours:"),
    "sentence.drawline": Row("Draw an action card if I hold fewer than four."),
    "sentence.defthandsline": Row("Play “{card_deft_hands}” if I have it and two stones fit."),
    "sentence.pickthroughline": Row(
        "Play “{card_pick_through}” if I have it and one of the first three stones fits. Keep up to two."
    ),
}

#: Checkboxes below a sentence.
COLOURS: Words = {
    f"sentence.{record}.{stone}": Row(stone)
    for record in ("colours", "takeline", "discardline")
    for stone in STONES
}

STANDING: Words = {
    "sentence.spared": Row("Never cancel {card}"),
    "sentence.order.not_so_fast": Row(
        "When someone plays a card that “{card_not_so_fast}” could cancel: {not_so_fast}"
    ),
    "sentence.order.me_too_insert": Row(
        "When someone inserts a stone and I have “{card_me_too_insert}”: {me_too_insert}"
    ),
    "sentence.order.copying": Row(
        "When everyone is asked whether to copy an action, and I have set no order for that card: {copying}"
    ),
    "sentence.order.dropping": Row("When I hold more than four action cards on my turn: {dropping}"),
}

SENTENCES: Words = {**PLAN, **STEPS, **COLOURS, **STANDING}
