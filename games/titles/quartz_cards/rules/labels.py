"""Labels of what a page shows: the view, the result, orders and plans, with a sentence where it helps."""

from __future__ import annotations

from games.rules.kernel.messages import Contexts, Row, Words
from games.titles.quartz_cards.rules.options import Options

VIEW: Words = {
    "view.sight.order": Row("Round the table"),
    "view.sight.active": Row("Whose turn it is"),
    "view.sight.miners": Row("The dwarves"),
    "view.sight.line": Row("The line"),
    "view.sight.line_worth": Row("The line is worth"),
    "view.sight.moment": Row("The others"),
    "view.sight.attack": Row("Attack"),
    "view.sight.mine": Row("Cards left in the mine"),
    "view.sight.unseen": Row("Mine cards not seen yet"),
    "view.sight.out": Row("Out of the game"),
    "view.sight.helpers": Row("Helpers in the pile"),
    "view.sight.used": Row("Used helpers"),
    "view.sight.tray": Row("Drawn with May I Help?"),
    "view.sight.tray_count": Row("Cards drawn with May I Help?"),
    "view.sight.tray_count.0": Row("nothing"),
    "view.sight.brief": Row("One card and stop"),
    "view.sight.columns_named": Row("Named for What a Beauty!"),
    "view.sight.beauties": Row("What a Beauty! laid down"),
    "view.sight.beauties.0": Row("nothing"),
    "view.sight.answers": Row("Said in secret"),
    "view.sight.windows": Row("The others are asked"),
    "view.sight.windows.light": Row("when somebody stops; before that, ambushes strike"),
    "view.sight.windows.full": Row("at every moment"),
    "view.sight.values": Row("Crystals count"),
    "view.sight.values.each": Row("{thing} {number}"),
    "view.miner.columns": Row("Columns"),
    "view.miner.chest": Row("Chest"),
    "view.miner.chest_count": Row("Cards under the chest"),
    "view.miner.chest_count.0": Row("nothing"),
    "view.miner.hand": Row("Hand"),
    "view.miner.hand_count": Row("Cards in hand"),
    "view.miner.presents": Row("Presents waiting"),
    "view.miner.presents.0": Row("nothing"),
    "view.moment.at": Row("May attack"),
    "view.moment.at.announced": Row("before the first card"),
    "view.moment.at.laid": Row("after a card"),
    "view.moment.at.stopped": Row("after the stop"),
    "view.moment.pending": Row("Still to come"),
    "view.moment.changed": Row("An attack has taken effect"),
    "view.attack.attacker": Row("Played by"),
    "view.attack.aim": Row("Card"),
    "view.attack.duel": Row("Get Lost! to and fro"),
    "view.attack.duel.0": Row("nothing"),
    "view.aim.card": Row("Card"),
    "view.aim.column": Row("Column"),
    "view.aim.gems": Row("Open cards"),
}

#: Which figures of a match are nobody's but ours, by the option that puts others in their place: the rows
#: that say so, which are also contexts of its words.
OURS = {option: f"reconstructed.{option}" for option in ("mine_cards", "crystal_values", "helper_cards")}


def contexts(options: Options) -> Contexts:
    """List the contexts of the reconstructed figures: those that no option replaces."""
    return [context for option, context in OURS.items() if not getattr(options, option)]


RECONSTRUCTED: Words = {
    "reconstructed.label": Row("Reconstructed"),
    OURS["mine_cards"]: Row("the cards of the mine, and so every chance of an accident"),
    OURS["crystal_values"]: Row("what crystals count"),
    OURS["helper_cards"]: Row("how many there are of each helper"),
}

RESULT: Words = {
    "result.points": Row("{points} point", "{points} points", "points"),
    "result.tie": Row("Where points are equal, more cards of the lowest value decide."),
    "result.cards": Row("cards"),
    "result.sets": Row("sets of four"),
}

ORDERS: Words = {
    "order.plan": Row("A plan of my own"),
    "help.order.plan": Row(
        "On your turns it explores, digs until one of the things below is reached, and stops. With none of "
        "them it explores and asks you."
    ),
    "order.ambushes": Row("Ambushes"),
    "help.order.ambushes": Row(
        "Attacks laid in secret. The first that fits strikes by itself, and is over then; eight at most."
    ),
    "order.attack": Row("When I may attack"),
    "help.order.attack": Row("When somebody digs or stops, you are asked, and no ambush of yours strikes."),
    "order.attack.ask": Row("ask me"),
    "order.attack.pass": Row("attack nobody"),
    "order.hire": Row("A helper for hire"),
    "help.order.hire": Row("When you lay a card that a helper can be had for."),
    "order.hire.always": Row("hire"),
    "order.hire.never": Row("hire nobody"),
    "order.helping": Row("Cards drawn with May I Help?"),
    "help.order.helping": Row("Which of the two you keep; the other is laid in the line."),
    "order.helping.ask": Row("ask me"),
    "order.helping.dearest": Row("keep the dearer"),
    "order.hire.ask": Row("ask me"),
    **{
        f"order.{card}.{word}": Row(text)
        for card in ("no_chance", "over_my_dead_body", "get_lost")
        for word, text in (("ask", "ask me"), ("always", "play it, if held"), ("never", "let it happen"))
    },
}

PLAN: Words = {
    "view.plan.cards": Row("Stop at so many cards"),
    "help.view.plan.cards": Row("Mine cards in the line. Leave it open if it doesn't matter."),
    "view.plan.worth": Row("Stop when the line is worth"),
    "help.view.plan.worth": Row("Crystals added up, without what sets of four bring."),
    "view.plan.risk": Row("Stop when the risk is over (%)"),
    "help.view.plan.risk": Row("The chance, in percent, that the next card brings an accident."),
    "view.plan.protect": Row("Rather protect a column that counts"),
    "help.view.plan.protect": Row(
        "If your dearest column counts so many points, the turn goes into protecting it instead."
    ),
    "view.plan.beauty": Row("Lay down What a Beauty! with the stop"),
    "help.view.plan.beauty": Row("One, if you hold it, for the column that counts most."),
    "view.plan.for_": Row("For"),
    "help.view.plan.for_": Row("A plan for one turn is over after it."),
    "view.plan.for_.next_turn": Row("my next turn, or the one I am in"),
    "view.plan.for_.every_turn": Row("every turn"),
}

AMBUSH: Words = {
    "view.ambush": Row("Ambush"),
    "help.view.ambush": Row(
        "It waits until all that is said here holds and the card is in your hand. What you leave open always "
        "holds."
    ),
    "view.ambush.card": Row("Card"),
    "help.view.ambush.card": Row("It need not be in your hand yet."),
    "view.ambush.against": Row("Against"),
    "help.view.ambush.against": Row("Whose digging it waits for."),
    "view.ambush.against.anybody": Row("anybody"),
    "view.ambush.cards": Row("The line has so many cards"),
    "help.view.ambush.cards": Row(
        "Exactly so many mine cards. 0 is the moment when exploring is announced, and no other."
    ),
    "view.ambush.worth": Row("The line is worth at least"),
    "help.view.ambush.worth": Row("Crystals added up."),
    "view.ambush.last": Row("Its last card is worth at least"),
    "help.view.ambush.last": Row("The card that Hand It Over… would bring you."),
    "view.ambush.take": Row("Take"),
    "help.view.ambush.take": Row("Only Yours No More… takes anything: a whole column, or two open cards."),
    "view.ambush.take.dearest_two": Row("the two dearest open cards"),
}

LABELS: Words = {**VIEW, **RECONSTRUCTED, **RESULT, **ORDERS, **PLAN, **AMBUSH}
