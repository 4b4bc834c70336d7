"""Labels of what a page shows: options, the view, plans, the result."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.words.things import CARD_NAMES

OPTIONS: Words = {
    "option.edition": Row("Which edition's wording to use: 2016 or 2019."),
    "option.edition.2016": Row("2016"),
    "option.edition.2019": Row("2019; four card names were read from a damaged text"),
    "option.thrill": Row(
        "The last dwarf in the mine may give up the bonus and draw up to four more crystals."
    ),
    "option.covered_carts": Row(
        "Others see how many crystals are in a cart and whether there is obsidian, but nothing else."
    ),
    "option.days": Row("How many days the match lasts, from 1 to 5."),
    "option.silence": Row(
        "What happens when time for a turn runs out: leave the mine, or mine while there is no "
        "obsidian in the cart."
    ),
    "option.silence.leave": Row("leave the mine"),
    "option.silence.mine_once": Row("mine while there is no obsidian in the cart, otherwise leave"),
    "option.first_player": Row("Who goes first: chosen at random, or the longest beard."),
    "option.first_player.random": Row("chosen at random"),
    "option.first_player.beard": Row("the longest beard; everyone is asked for theirs"),
    "option.seating": Row("Seating order: shuffled, or as people joined."),
    "option.seating.shuffled": Row("shuffled"),
    "option.seating.fixed": Row("as people joined"),
    "option.beards": Row("Beard lengths in centimetres, by seat."),
    "brings.beards": Row(
        "How long is your beard, in centimetres? The longest goes first. Enter 0 if you have none."
    ),
    "robot.miner": Row("a miner who knows the trade"),
    "robot.random": Row("a greenhorn who makes any legal move"),
    "option.card_values": Row(
        "What each card sells for at the end. Change it if your cards differ from our estimate."
    ),
    "option.bravery_coins": Row(
        "The coins on the bravery board, left to right, one number for each space. Change them "
        "if yours differ from our estimate: 0, 1, 2 and 3."
    ),
    "option.crystal_values": Row("What the crystals sell for, if not as in the rules."),
}

#: Labels of what a page shows, by record and field; values that aren't read as they are have rows too.
VIEW: Words = {
    "view.sight.order": Row("Turn order"),
    "view.sight.day": Row("Day"),
    "view.sight.first": Row("First player of the day"),
    "view.sight.active": Row("Current turn"),
    "view.sight.evening": Row("Evening"),
    "view.sight.dwarves": Row("The dwarves"),
    "view.sight.board": Row("Bravery board"),
    "view.sight.deck": Row("Cards in the deck"),
    "view.sight.discard": Row("Discard pile"),
    "view.sight.bag": Row("Crystals in the bag"),
    "view.sight.bag_obsidian": Row("Obsidian in the bag"),
    "view.sight.tray": Row("On the tray"),
    "view.sight.tray_count": Row("Crystals on the tray"),
    "view.sight.tray_count.0": Row("nothing"),
    "view.sight.attack": Row("Attack"),
    "view.sight.thrills": Row("Drawn while alone"),
    "view.sight.thrills.-1": Row("nothing"),
    "view.sight.covered": Row("Covered carts"),
    "view.sight.thrill": Row("The last dwarf in the mine may keep digging"),
    "view.sight.silence": Row("When time runs out"),
    "view.sight.silence.leave": Row("the dwarf leaves the mine"),
    "view.sight.silence.mine_once": Row(
        "the dwarf mines while there is no obsidian in the cart, otherwise leaves"
    ),
    "view.sight.values": Row("Crystal prices"),
    "view.sight.values.each": Row("{thing} {number}"),
    "view.sight.sale": Row("Card prices"),
    "view.sight.last_day": Row("Last day"),
    **{f"view.sight.sale.each.{card}": Row("{thing} {number}") for card in CARDS},
    "view.dwarf.inside": Row("In the mine"),
    "view.dwarf.inside.False": Row("out for the day"),
    "view.dwarf.cart": Row("Cart"),
    "view.dwarf.crystals": Row("Crystals"),
    "view.dwarf.obsidian": Row("Obsidian"),
    "view.dwarf.obsidian.0": Row("nothing"),
    "view.dwarf.parked": Row("Hidden"),
    "view.dwarf.parked_count": Row("Crystals hidden"),
    "view.dwarf.parked_count.0": Row("nothing"),
    "view.dwarf.parked_obsidian": Row("Obsidian hidden"),
    "view.dwarf.parked_obsidian.0": Row("nothing"),
    "view.dwarf.chest": Row("Chest"),
    "view.dwarf.chest_count": Row("In the chest"),
    "view.dwarf.chest_count.0": Row("nothing"),
    "view.dwarf.hand": Row("Hand"),
    "view.dwarf.hand_count": Row("Cards"),
    "view.dwarf.token": Row("Token"),
    "view.dwarf.coins": Row("Coins"),
    "view.dwarf.ledger": Row("Where the coins came from"),
    "view.space.card": Row("Card"),
    "view.space.coins": Row("Coins"),
    "view.attack.card": Row("Card"),
    "view.attack.player": Row("Played by"),
    "view.attack.giver": Row("Given by"),
    "view.attack.target": Row("Target"),
    "view.attack.crystals": Row("Crystals chosen"),
    "view.attack.obsidian": Row("Obsidian on the card"),
    "view.ledger.days": Row("Sales by day"),
    "view.ledger.bravery": Row("Bravery"),
    "view.ledger.cards": Row("Cards"),
    "view.ledger.token": Row("Token"),
    "view.ledger.accidents": Row("Accidents"),
    "view.orders.plan": Row("Plan"),
    "view.plan.lines": Row("In this order"),
    "view.plan.stops": Row("When to stop"),
    "view.plan.if_silent": Row("If I don't reply"),
    "view.plan.next": Row("On my next turn"),
    "view.plan.for_": Row("Plan for"),
    "view.plan.for_.today": Row("today"),
    "view.plan.for_.tomorrow": Row("tomorrow"),
    "view.plan.for_.every_day": Row("every day"),
    "view.plan.start": Row("Start"),
    "view.plan.start.at_once": Row("right away"),
    "view.plan.start.when_i_confirm": Row("when I confirm it after dawn"),
    "view.plan.confirmed": Row("Confirmed on day"),
    "view.plan.confirmed.0": Row("not yet"),
    "view.plan.robot": Row("The robot plays for me"),
    "view.mineline": Row("Mine a crystal"),
    "view.mineline.times": Row("How many times"),
    "view.herewegoline": CARD_NAMES["card.here_we_go"],
    "view.dontbelongline": CARD_NAMES["card.dont_belong"],
    "view.dontbelongline.on": Row("Target"),
    "view.dontbelongline.on.richest": Row("the richest cart"),
    "view.dontbelongline.at_least": Row("Worth at least"),
    "view.comecloserline": CARD_NAMES["card.come_closer"],
    "view.comecloserline.on": Row("Target"),
    "view.comecloserline.on.best": Row("the cart with the most valuable crystal"),
    "view.comecloserline.gain": Row("Gain at least"),
    "view.notmineline": CARD_NAMES["card.not_mine"],
    "view.notmineline.on": Row("Target"),
    "view.notmineline.on.richest_with_obsidian_else_richest": Row(
        "the richest cart with obsidian, or else the richest"
    ),
    "view.leaveline": Row("Leave the mine"),
    "view.stops.obsidian": Row("With obsidian in the cart"),
    "view.stops.worth": Row("When the cart is worth a lot"),
    "view.stops.attacked": Row("When attacked"),
    "view.stops.inside": Row("When few dwarves are left inside"),
    "view.stops.spent": Row("When it has no more steps"),
    "view.atobsidian.at_worth": Row("Cart worth at least"),
    "view.atworth.x": Row("Cart worth at least"),
    "view.whenfew.k": Row("At most, including me"),
    "view.ifsilent.after_hours": Row("After how many hours"),
    "view.ifsilent.then": Row("Then"),
    "view.ifsilent.then.leave": Row("leave the mine"),
    "view.ifsilent.then.mine": Row("mine a crystal"),
    "view.ifsilent.then.next_line": Row("play the next step"),
    **{
        f"view.{stop}.then{value}": Row(text)
        for stop in ("atobsidian", "atworth", "whenattacked", "whenfew", "whenspent")
        for value, text in (("", "Then"), (".ask", "ask me"), (".leave", "leave"), (".go_on", "go on"))
    },
}

#: What the coins of a seat came from, in the ranking at the end.
RESULT: Words = {
    "result.points": Row("{points} coin", "{points} coins", "points"),
    "result.tie": Row("Ties are broken by coins from cards."),
    "result.days": Row("days"),
    "result.bravery": Row("bravery"),
    "result.cards": Row("cards"),
    "result.token": Row("token"),
    "result.accidents": Row("accidents"),
}
