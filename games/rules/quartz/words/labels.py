"""Labels of what a page shows: options, the view, plans, the result."""

from __future__ import annotations

from games.rules.kernel.telling import Row, Words
from games.rules.quartz.cards import CARDS
from games.rules.quartz.words.things import CARD_NAMES

OPTIONS: Words = {
    "option.edition": Row("Whose words are shown: the edition of 2016 or that of 2019."),
    "option.thrill": Row("The last dwarf inside may give up the bonus and draw up to four more crystals."),
    "option.covered_carts": Row("Others see how much a cart holds, not what, and whether obsidian is in it."),
    "option.silence": Row(
        "What happens on a turn that nobody answers: leave, or mine once while it is safe."
    ),
    "option.first_player": Row("Who begins: drawn at random, or the longest beard."),
    "option.seating": Row("The order round the table: shuffled, or as people joined."),
    "option.beards": Row("Beard lengths in centimetres, by seat."),
    "option.card_values": Row(
        "What the cards sell for at the end, where yours say otherwise (reconstructed)."
    ),
    "option.bravery_coins": Row(
        "The coins on the bravery board, from the left, if not 0, 1, 2 and 3 (reconstructed)."
    ),
    "option.crystal_values": Row("What the crystals sell for, if not what the rules say."),
}

#: Labels of what a page shows, by record and field; values that aren't read as they are have rows too.
VIEW: Words = {
    "view.sight.order": Row("Round the table"),
    "view.sight.day": Row("Day"),
    "view.sight.first": Row("Began the day"),
    "view.sight.active": Row("Whose turn it is"),
    "view.sight.evening": Row("Evening"),
    "view.sight.dwarves": Row("The dwarves"),
    "view.sight.board": Row("Bravery board"),
    "view.sight.deck": Row("Cards in the deck"),
    "view.sight.discard": Row("Discard pile"),
    "view.sight.bag": Row("Crystals in the bag"),
    "view.sight.bag_obsidian": Row("Obsidian among them"),
    "view.sight.tray": Row("On the tray"),
    "view.sight.tray_count": Row("Crystals on the tray"),
    "view.sight.tray_count.0": Row("nothing"),
    "view.sight.attack": Row("Attack"),
    "view.sight.thrills": Row("Drawn alone"),
    "view.sight.thrills.-1": Row("nothing"),
    "view.sight.covered": Row("Carts are covered"),
    "view.sight.thrill": Row("The last one inside may dig on"),
    "view.sight.silence": Row("A turn that nobody answers"),
    "view.sight.silence.leave": Row("leaves the mine"),
    "view.sight.silence.mine_once": Row("mines while it is safe, else leaves"),
    "view.sight.values": Row("Crystals sell for"),
    "view.sight.values.each": Row("{thing} {number}"),
    "view.sight.sale": Row("Cards sell for"),
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
    "view.dwarf.chest": Row("Chest"),
    "view.dwarf.chest_count": Row("In the chest"),
    "view.dwarf.chest_count.0": Row("nothing"),
    "view.dwarf.hand": Row("Hand"),
    "view.dwarf.hand_count": Row("Cards"),
    "view.dwarf.token": Row("Token"),
    "view.dwarf.coins": Row("Coins"),
    "view.dwarf.ledger": Row("Coins from"),
    "view.space.card": Row("Card"),
    "view.space.coins": Row("Coins"),
    "view.attack.card": Row("Card"),
    "view.attack.player": Row("Played by"),
    "view.attack.giver": Row("Given by"),
    "view.attack.target": Row("Attacked"),
    "view.attack.crystals": Row("Crystals named"),
    "view.attack.obsidian": Row("Obsidian lies on the card"),
    "view.ledger.days": Row("Sales day by day"),
    "view.ledger.bravery": Row("Bravery"),
    "view.ledger.cards": Row("Cards"),
    "view.ledger.token": Row("Token"),
    "view.ledger.accidents": Row("Accidents"),
    "view.orders.plan": Row("Plan"),
    "view.plan.lines": Row("In this order"),
    "view.plan.stops": Row("Stops"),
    "view.plan.if_silent": Row("If I don't answer"),
    "view.plan.next": Row("On my next turn"),
    "view.plan.for_": Row("For"),
    "view.plan.for_.today": Row("today"),
    "view.plan.for_.tomorrow": Row("tomorrow"),
    "view.plan.for_.every_day": Row("every day"),
    "view.plan.start": Row("Begins"),
    "view.plan.start.at_once": Row("at once"),
    "view.plan.start.when_i_confirm": Row("when I press once more after dawn"),
    "view.plan.confirmed": Row("Pressed on day"),
    "view.plan.confirmed.0": Row("not yet"),
    "view.plan.robot": Row("The robot plays"),
    "view.mineline": Row("Mine"),
    "view.mineline.times": Row("How often"),
    "view.herewegoline": CARD_NAMES["card.here_we_go"],
    "view.dontbelongline": CARD_NAMES["card.dont_belong"],
    "view.dontbelongline.on": Row("On"),
    "view.dontbelongline.on.richest": Row("the richest"),
    "view.dontbelongline.at_least": Row("Worth at least"),
    "view.comecloserline": CARD_NAMES["card.come_closer"],
    "view.comecloserline.on": Row("On"),
    "view.comecloserline.on.best": Row("whoever has the dearest"),
    "view.comecloserline.gain": Row("Gain at least"),
    "view.notmineline": CARD_NAMES["card.not_mine"],
    "view.notmineline.on": Row("On"),
    "view.notmineline.on.richest_with_obsidian_else_richest": Row("the richest, with obsidian if anybody is"),
    "view.leaveline": Row("Leave the mine"),
    "view.stops.obsidian": Row("With obsidian in the cart"),
    "view.stops.worth": Row("When the cart is worth much"),
    "view.stops.attacked": Row("When attacked"),
    "view.stops.inside": Row("When few are left inside"),
    "view.stops.spent": Row("When its lines are spent"),
    "view.atobsidian.at_worth": Row("From worth"),
    "view.atworth.x": Row("From worth"),
    "view.whenfew.k": Row("At most, with me"),
    "view.ifsilent.after_hours": Row("After hours"),
    "view.ifsilent.then": Row("Then"),
    "view.ifsilent.then.leave": Row("leave"),
    "view.ifsilent.then.mine": Row("mine"),
    "view.ifsilent.then.next_line": Row("do the next line"),
    **{
        f"view.{stop}.then{value}": Row(told)
        for stop in ("atobsidian", "atworth", "whenattacked", "whenfew", "whenspent")
        for value, told in (("", "Then"), (".ask", "ask me"), (".leave", "leave"), (".go_on", "go on"))
    },
}

#: What the coins of a seat came from, in the ranking at the end.
RESULT: Words = {
    "result.days": Row("days"),
    "result.bravery": Row("bravery"),
    "result.cards": Row("cards"),
    "result.token": Row("token"),
    "result.accidents": Row("accidents"),
}
