"""Labels of what a page shows: the view, the result, orders and plans, with a sentence where it helps."""

from __future__ import annotations

from games.rules.kernel.messages import Contexts, Row, Words
from games.titles.quartz_cards.rules.options import Options

VIEW: Words = {
    "view.sight.order": Row("Turn order"),
    "view.sight.active": Row("Whose turn it is"),
    "view.sight.miners": Row("The dwarves"),
    "view.sight.line": Row("The line"),
    "view.sight.line_worth": Row("Line worth"),
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
    "view.sight.brief": Row("One card, then stop"),
    "view.sight.columns_named": Row("Chosen for What a Beauty!"),
    "view.sight.beauties": Row("What a Beauty! played"),
    "view.sight.beauties.0": Row("nothing"),
    "view.sight.answers": Row("Secret choices"),
    "view.sight.windows": Row("When the others can attack"),
    "view.sight.windows.light": Row("when someone stops; before that, only by ambush"),
    "view.sight.windows.full": Row("at any point"),
    "view.sight.values": Row("Crystal values"),
    "view.sight.values.each": Row("{thing} {number}"),
    "view.miner.columns": Row("Columns"),
    "view.miner.chest": Row("Chest"),
    "view.miner.chest_count": Row("Cards under the chest"),
    "view.miner.chest_count.0": Row("nothing"),
    "view.miner.hand": Row("Hand"),
    "view.miner.hand_count": Row("Cards in hand"),
    "view.miner.presents": Row("Presents waiting"),
    "view.miner.presents.0": Row("nothing"),
    "view.moment.at": Row("Can attack"),
    "view.moment.at.announced": Row("before the first card"),
    "view.moment.at.laid": Row("after a card"),
    "view.moment.at.stopped": Row("after stopping"),
    "view.moment.pending": Row("Still to come"),
    "view.moment.changed": Row("An attack has taken effect"),
    "view.attack.attacker": Row("Played by"),
    "view.attack.aim": Row("Card"),
    "view.attack.duel": Row("Times sent back with Get Lost!"),
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
    "result.tie": Row("Ties go to the player with more cards of the lowest value."),
    "result.cards": Row("cards"),
    "result.sets": Row("sets of four"),
}

ORDERS: Words = {
    "order.plan": Row("My own plan"),
    "help.order.plan": Row(
        "On your turns, it explores, digs until it reaches one of the limits below, and stops. "
        "A limit left empty doesn't count; with none at all, it explores and then asks you."
    ),
    "order.ambushes": Row("Ambushes"),
    "help.order.ambushes": Row(
        "Attacks planned in secret. The first one that fits is played automatically, once. You "
        "can have up to eight."
    ),
    "order.attack": Row("When I can attack"),
    "order.attack.ask": Row("ask me"),
    "order.attack.pass": Row("don't attack"),
    "order.hire": Row("Hiring a helper"),
    "order.hire.always": Row("always hire"),
    "order.hire.never": Row("never hire"),
    "order.helping": Row("Cards drawn with May I Help?"),
    "order.helping.ask": Row("ask me"),
    "order.helping.dearest": Row("keep the more valuable card"),
    "order.hire.ask": Row("ask me"),
    **{
        f"order.{card}.{word}": Row(text)
        for card in ("no_chance", "over_my_dead_body", "get_lost")
        for word, text in (("ask", "ask me"), ("always", "play it if I have it"), ("never", "let it happen"))
    },
}

PLAN: Words = {
    "view.plan.cards": Row("Stop at this many cards"),
    "view.plan.worth": Row("Stop when the line is worth"),
    "help.view.plan.worth": Row("Total value of the crystals, without the bonus for sets of four."),
    "view.plan.risk": Row("Stop if the risk is over (%)"),
    "view.plan.protect": Row("Protect a column instead if it is worth"),
    "view.plan.beauty": Row("Play What a Beauty! when stopping"),
    "view.plan.for_": Row("Applies to"),
    "help.view.plan.for_": Row("A plan for one turn ends after that turn."),
    "view.plan.for_.next_turn": Row("my next turn, or the current one"),
    "view.plan.for_.every_turn": Row("every turn"),
}

AMBUSH: Words = {
    "view.ambush": Row("Ambush"),
    "help.view.ambush": Row(
        "It strikes when everything set here is true and the card is in your hand. Anything left "
        "empty always fits."
    ),
    "view.ambush.card": Row("Card"),
    "help.view.ambush.card": Row("You don't need to have it yet."),
    "view.ambush.against": Row("Against"),
    "view.ambush.against.anybody": Row("anyone"),
    "view.ambush.cards": Row("The line has this many cards"),
    "help.view.ambush.cards": Row(
        "Exactly this many mine cards. 0 means only the moment when exploring is announced."
    ),
    "view.ambush.worth": Row("The line is worth at least"),
    "help.view.ambush.worth": Row("Total value of the crystals."),
    "view.ambush.last": Row("The last card is worth at least"),
    "view.ambush.take": Row("Take"),
    "view.ambush.take.dearest_two": Row("the two most valuable open cards"),
}

#: Plans, ambushes and standing orders as sentences in which their owner chooses.
SENTENCES: Words = {
    "sentence.plan.cards": Row("Stop once there are {cards} mine cards in the line."),
    "sentence.plan.worth": Row("Stop once the line is worth {worth} or more."),
    "sentence.plan.risk": Row("Stop if the next card would bring an accident with a chance of over {risk}%."),
    "sentence.plan.protect": Row(
        "Don't explore but protect my most valuable column if it is worth {protect} or more."
    ),
    "sentence.plan.beauty": Row(
        "When stopping, play “{card_what_a_beauty}” for my most valuable column if I have the card."
    ),
    "sentence.plan.for_": Row("This plan is for {for_}"),
    "sentence.ambush": Row("Play {card} when {against} is digging."),
    "sentence.ambush.cards": Row("Only if there are exactly {cards} mine cards in the line."),
    "sentence.ambush.worth": Row("Only if the line is worth {worth} or more."),
    "sentence.ambush.last": Row("Only if its last card is worth {last} or more."),
    "sentence.ambush.take": Row("If the card steals, take {take}"),
    "sentence.order.attack": Row("When I can attack and none of my ambushes strikes: {attack}"),
    "sentence.order.hire": Row("When a card in my line lets me hire a helper: {hire}"),
    **{
        f"sentence.order.{card}": Row(f"When “{{card_{card}}}” could answer an attack on me: {{{card}}}")
        for card in ("no_chance", "over_my_dead_body")
    },
    "sentence.order.get_lost": Row("When “{card_get_lost}” could send a present back: {get_lost}"),
    "sentence.order.helping": Row(
        "When I draw two cards with “{card_may_i_help}” and keep one of them: {helping}"
    ),
}

LABELS: Words = {**VIEW, **RECONSTRUCTED, **RESULT, **ORDERS, **PLAN, **AMBUSH, **SENTENCES}
