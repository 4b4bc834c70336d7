"""Labels of what a page shows: the view, the result, orders and plans, with a sentence where it helps."""

from __future__ import annotations

from games.rules.kernel.messages import Contexts, Row, Words
from games.titles.gem_edge.rules.options import Options

VIEW: Words = {
    "view.sight.order": Row("Turn order"),
    "view.sight.first": Row("First player"),
    "view.sight.active": Row("Whose turn it is"),
    "view.sight.round": Row("Round"),
    "view.sight.rounds": Row("Last round"),
    "view.sight.jewellers": Row("The jewellers"),
    "view.sight.slide": Row("The slide, from the mouth"),
    "view.sight.behind": Row("Stones further up the slide"),
    "view.sight.market": Row("The market"),
    "view.sight.market_ornaments": Row("Ornaments of the market"),
    "view.sight.ornament_pile": Row("Ornaments in the pile"),
    "view.sight.scrap": Row("Discarded ornaments"),
    "view.sight.card_pile": Row("Action cards in the pile"),
    "view.sight.used": Row("Discarded action cards"),
    "view.sight.actions": Row("Actions left"),
    "view.sight.actions.0": Row("nothing"),
    "view.sight.steps": Row("The rest of the turn"),
    "view.sight.to_take": Row("Ornaments to take"),
    "view.sight.to_take.0": Row("nothing"),
    "view.sight.may_refresh": Row("The market may still be refreshed"),
    "view.sight.set_in": Row("Just swapped for"),
    "view.sight.moment": Row("Just done"),
    "view.sight.play": Row("Card being played"),
    "view.sight.answers": Row("Secret answers"),
    "view.sight.wishes": Row("Secret wishes to copy"),
    "view.sight.windows": Row("Who is asked about cards"),
    "view.sight.windows.light": Row("the player attacked; everything else by standing order"),
    "view.sight.windows.full": Row("everyone, every time"),
    "view.sight.worth": Row("Points of the ornaments"),
    "view.sight.worth.each": Row("{thing} {number}"),
    "view.sight.bonus": Row("Set bonus for two and for three"),
    "view.sight.copies": Row("Copies of each action card"),
    "view.jeweller.points": Row("Points"),
    "view.jeweller.points.0": Row("none yet"),
    "view.jeweller.cart": Row("Cart"),
    "view.jeweller.ornaments": Row("Ornaments"),
    "view.jeweller.dealt": Row("Ornaments to choose from"),
    "view.jeweller.hand": Row("Hand"),
    "view.jeweller.hand_count": Row("Cards in hand"),
    "view.jeweller.ledger": Row("Where the points came from"),
    "view.ledger.ornaments": Row("Ornaments"),
    "view.ledger.sets": Row("Sets"),
    "view.ledger.cards": Row("Cards of others"),
    "view.ornament.key": Row("Ornament"),
    "view.ornament.points": Row("Points"),
    "view.ornament.blue": Row("Blue back: can wait for a set"),
    "view.ornament.sockets": Row("Sockets"),
    "view.ornament.stones": Row("Stones set"),
    "view.ornament.places_left": Row("Places left"),
    "view.ornament.places_left.0": Row("nothing"),
    "view.ornament.finished": Row("Finished"),
    "view.socket.wants": Row("Wants"),
    "view.socket.stone": Row("Stone"),
    "view.moment.at": Row("Action"),
    "view.moment.at.take": Row("a stone was taken"),
    "view.moment.at.insert": Row("a stone was inserted"),
    "view.moment.pending": Row("Can still copy it"),
    "view.moment.asked": Row("The others have been asked"),
    "view.moment.looked": Row("Standing orders have been checked"),
    "view.play.seat": Row("Played by"),
    "view.play.card": Row("Card"),
    "view.play.target": Row("Against"),
    "view.play.aim": Row("Named"),
    "view.play.cancels": Row("Cancelled by"),
    "view.play.asked": Row("Someone has been asked about it"),
    "view.play.looked": Row("Standing orders have been checked"),
    "view.aim.give": Row("Gives"),
    "view.aim.take": Row("Takes"),
    "view.aim.stones": Row("Stones"),
    "view.aim.ornaments": Row("Ornaments"),
    "view.aim.back": Row("Back up the slide"),
    "view.reply.card": Row("Card"),
    "view.reply.colours": Row("Colours"),
    "view.reply.aim": Row("Named"),
    "view.step.do": Row("Step"),
    "view.step.do.take": Row("take"),
    "view.step.do.insert": Row("insert"),
    "view.step.do.discard": Row("discard"),
    "view.step.do.draw": Row("draw a card"),
    "view.step.do.hand_in": Row("hand in"),
    "view.step.stone": Row("Stone"),
    "view.step.ornament": Row("Ornament"),
    "view.step.new": Row("From the market"),
}

#: Which figures of a match are nobody's but ours, by the option that puts others in their place: the rows
#: that say so, which are also contexts of its words.
OURS = {option: f"reconstructed.{option}" for option in ("ornament_points", "set_bonus", "action_cards")}


def contexts(options: Options) -> Contexts:
    """List the contexts of the reconstructed figures: those that no option replaces."""
    return [context for option, context in OURS.items() if not getattr(options, option)]


RECONSTRUCTED: Words = {
    "reconstructed.label": Row("Reconstructed"),
    OURS["ornament_points"]: Row("which ornaments there are, and their points"),
    OURS["set_bonus"]: Row("the bonus for a set"),
    OURS["action_cards"]: Row("how many there are of each action card"),
}

RESULT: Words = {
    "result.points": Row("{points} point", "{points} points", "points"),
    "result.tie": Row("Equal points share a place."),
    "result.kept": Row("ornaments finished and not handed in"),
}

ORDERS: Words = {
    "order.plan": Row("My own plan"),
    "help.order.plan": Row(
        "On your turns, the plan hands in what is due, then does the first step it can, for both actions."
    ),
    "order.not_so_fast": Row("Not So Fast!"),
    "order.not_so_fast.ask": Row("ask me"),
    "order.not_so_fast.never": Row("never play it"),
    "order.not_so_fast.against_me": Row("cancel cards against me"),
    "order.not_so_fast.anybody": Row("cancel any card"),
    "order.spared": Row("Cards not to cancel"),
    "help.order.spared": Row("Your Not So Fast! order lets these cards happen."),
    "order.me_too_take": Row("Me Too! (take)"),
    "help.order.me_too_take": Row(
        "When someone takes a stone and one of these colours is next, take it if you have the card and room."
    ),
    "order.me_too_take.none": Row("ask me where everyone is asked"),
    "order.me_too_insert": Row("Me Too! (insert)"),
    "order.me_too_insert.ask": Row("ask me where everyone is asked"),
    "order.me_too_insert.finish": Row("insert if it finishes an ornament"),
    "order.me_too_insert.feed": Row("insert if it finishes an ornament, or fits anywhere"),
    "order.copying": Row("When I could copy an action"),
    "order.copying.ask": Row("ask me"),
    "order.copying.pass": Row("pass"),
    "order.dropping": Row("Too many cards in hand"),
    "order.dropping.ask": Row("ask me"),
    "order.dropping.last": Row("discard the cards drawn last"),
}

PLAN: Words = {
    "view.plan.lines": Row("Steps"),
    "help.view.plan.lines": Row(
        "Steps are tried from top to bottom, and the first one possible is done. Up to 12 steps."
    ),
    "view.plan.stops": Row("Reasons to stop"),
    "help.view.plan.stops": Row("Checked before each action."),
    "view.plan.hand_in": Row("Hand in"),
    "help.view.plan.hand_in": Row("Only ornaments with a blue back can wait. Others are handed in at once."),
    "view.plan.hand_in.at_once": Row("at once"),
    "view.plan.hand_in.two": Row("blue ones as a set of two"),
    "view.plan.hand_in.three": Row("blue ones as a set of three"),
    "view.plan.market": Row("Preferred colours at the market"),
    "help.view.plan.market": Row(
        "Ornaments with these colours come first, then those with the most points per stone."
    ),
    "view.plan.for_": Row("Applies to"),
    "help.view.plan.for_": Row("A plan for one turn ends after that turn."),
    "view.plan.for_.next_turn": Row("my next turn, or the current one"),
    "view.plan.for_.every_turn": Row("every turn"),
    "view.stops.attacked": Row("Someone has played a card against me"),
    "view.stops.finished": Row("One of my ornaments is finished"),
    "view.stops.rival": Row("Another player has this many points"),
    "help.view.stops.rival": Row("Leave empty if it doesn't matter."),
    "view.insertline": Row("Insert a stone"),
    "help.view.insertline": Row(
        "The stone goes into the ornament with the fewest places left, then the most points."
    ),
    "view.takeline": Row("Take a stone of these colours"),
    "view.discardline": Row("Discard a stone of these colours"),
    "view.drawline": Row("Draw an action card"),
    "view.defthandsline": Row("Play Deft Hands"),
    "view.pickthroughline": Row("Play Pick Through"),
    "view.spared": Row("Card to let happen"),
    "view.spared.card": Row("Card"),
    **{
        f"view.{record}.{stone}": Row(stone)
        for record in ("colours", "takeline", "discardline")
        for stone in ("red", "green", "yellow", "blue")
    },
}

LABELS: Words = {**VIEW, **RECONSTRUCTED, **RESULT, **ORDERS, **PLAN}
