"""Every sentence of Quartz, one row each: present tense, name first, things as "ruby ×2".

A row `key|context` takes the place of `key` at tables of that context (`contexts`). The edition is one, and
the translator's: 2019 has names and terms of its own (QZ-61).
"""

from __future__ import annotations

from games.rules.kernel.telling import Contexts, Row, Words
from games.rules.quartz.cards import ACTIONS, BRAVERY_COINS, CARDS, VALUES_ARE_RECONSTRUCTED
from games.rules.quartz.gems import GEMS
from games.rules.quartz.options import Options

GEM_NAMES: Words = {f"gem.{key}": Row(key) for key in GEMS}
CARD_NAMES: Words = {f"card.{key}": Row(card.names["2016"]) for key, card in CARDS.items()}
NAMES_2019: Words = {f"card.{key}|2019": Row(card.names["2019"]) for key, card in CARDS.items()}

CARD_HELP: Words = {
    "help.here_we_go": Row("Draw 3 crystals. Obsidian goes back unharmed; keep any of the rest."),
    "help.eureka": Row("Draw 7 crystals and, if you like, swap one of your own for one of them."),
    "help.come_closer": Row("Swap a crystal of yours for one in another cart; you choose both."),
    "help.out_of_my_way": Row("Every other dwarf in the mine loses a random crystal to the bag."),
    "help.what_crystal": Row("Hide one of your crystals beside the cart: nothing reaches it until evening."),
    "help.gimme_a_hand": Row(
        "Another dwarf draws 2 crystals; take one of them or none, the rest stays there."
    ),
    "help.dont_belong": Row("Take two crystals from another cart."),
    "help.not_mine": Row("Hand your obsidian to another dwarf."),
    "help.not_mine_either": Row("Pass on an obsidian that is being handed to you, but not straight back."),
    "help.unacceptable": Row("A theft from your cart fails, and you take one crystal from the thief."),
    "help.on_my_break": Row("You refuse to lend a hand: nothing is drawn."),
}

STORY: Words = {
    "sat_down": Row("The dwarves sit down round the table."),
    "day_began": Row("Day {day} begins, and {first} with it."),
    "cards_dealt": Row("{seat} gets from the deck: {cards}."),
    "cards_dealt.unseen": Row(
        "{seat} gets {count} card from the deck.", "{seat} gets {count} cards from the deck.", "count"
    ),
    "deck_shuffled": Row(
        "The discard pile becomes the new deck: {cards} card.",
        "The discard pile becomes the new deck: {cards} cards.",
        "cards",
    ),
    "space_filled": Row(
        "On the bravery board: {card} and {coins} coin.",
        "On the bravery board: {card} and {coins} coins.",
        "coins",
    ),
    "space_filled.bare": Row(
        "On the bravery board: no card, {coins} coin.",
        "On the bravery board: no card, {coins} coins.",
        "coins",
    ),
    "turn_began": Row("{seat} has the turn."),
    "mined": Row("{seat} mines: {gem}."),
    "mined.unseen": Row("{seat} mines a crystal."),
    "card_played": Row("{seat} plays {card}."),
    "card_played.on": Row("{seat} plays {card} on {target}."),
    "card_played.takes": Row("{seat} plays {card} on {target} and names: {takes}."),
    "card_played.gives": Row("{seat} plays {card} and names: {gives}."),
    "card_played.offers": Row("{seat} plays {card} on {target} and offers: {gives}."),
    "card_played.trades": Row("{seat} plays {card} on {target}: {gives} for {takes}."),
    "window_opened": Row("{seat} may answer {card}."),
    "let_happen": Row("{seat} lets it happen."),
    "reacted": Row("{seat} answers with {card}."),
    "reacted.to": Row("{seat} answers with {card} and passes the obsidian to {to}."),
    "tray_filled": Row("{seat} draws onto the tray: {gems}."),
    "tray_filled.back": Row("{seat} draws onto the tray: {gems}. Back into the bag goes obsidian ×{back}."),
    "tray_filled.only": Row("{seat} draws nothing but obsidian ×{back}; it goes back into the bag."),
    "tray_filled.unseen": Row(
        "{seat} draws {count} crystal onto the tray.", "{seat} draws {count} crystals onto the tray.", "count"
    ),
    "kept": Row("{seat} keeps: {gems}."),
    "kept.nothing": Row("{seat} keeps nothing."),
    "kept.unseen": Row("{seat} keeps {count} crystal.", "{seat} keeps {count} crystals.", "count"),
    "replaced": Row("{seat} swaps {gave} for {took}."),
    "replaced.nothing": Row("{seat} swaps nothing."),
    "replaced.unseen": Row("{seat} decides about a swap."),
    "traded": Row("{seat} gives {target} {gave} for {took}."),
    "traded.unseen": Row("{seat} and {target} swap a crystal each."),
    "shoved": Row("Lost to the bag: {losses}."),
    "shoved.unseen": Row("{count} dwarf loses a crystal.", "{count} dwarves lose a crystal each.", "count"),
    "parked": Row("{seat} hides beside the cart: {gem}."),
    "parked.unseen": Row("{seat} hides a crystal beside the cart."),
    "shared": Row("{player} takes {took}; {miner} keeps {kept}."),
    "shared.nothing": Row("{player} takes nothing; {miner} keeps {kept}."),
    "shared.unseen": Row("{player} takes a crystal; {miner} keeps the other."),
    "shared.nothing_unseen": Row("{player} takes nothing; {miner} keeps what was drawn."),
    "shared.obsidian": Row("{player} and {miner} share; obsidian lands with {obsidian}."),
    "stolen": Row("{thief} takes from {victim}: {gems}."),
    "stolen.unseen": Row(
        "{thief} takes {count} crystal from {victim}.",
        "{thief} takes {count} crystals from {victim}.",
        "count",
    ),
    "taken_back": Row("{seat} takes from {thief}: {gem}."),
    "taken_back.nothing": Row("{thief} has nothing to give to {seat}."),
    "taken_back.unseen": Row("{seat} takes a crystal from {thief}."),
    "obsidian_landed": Row("The obsidian lands with {seat}."),
    "obsidian_lost": Row("The obsidian goes back into the bag."),
    "token_spent": Row("{seat} spends the experience token: an obsidian goes back into the bag."),
    "accident_taken": Row("{seat} saves the experience token."),
    "accident_happened": Row("{seat} has an accident and loses: {lost}."),
    "accident_happened.unseen": Row("{seat} has an accident and loses all {count} crystals of the cart."),
    "accident_happened.token": Row("{seat} has an accident, loses {lost}, and gains an experience token."),
    "accident_happened.token_unseen": Row(
        "{seat} has an accident, loses all {count} crystals of the cart, and gains an experience token."
    ),
    "space_emptied": Row(
        "Lost from the bravery board: {card} and {coins} coin.",
        "Lost from the bravery board: {card} and {coins} coins.",
        "coins",
    ),
    "space_emptied.bare": Row(
        "Lost from the bravery board: {coins} coin.", "Lost from the bravery board: {coins} coins.", "coins"
    ),
    "left_mine": Row("{seat} leaves the mine."),
    "left_mine.bonus": Row(
        "{seat} leaves the mine with {card} and {coins} coin.",
        "{seat} leaves the mine with {card} and {coins} coins.",
        "coins",
    ),
    "left_mine.bare": Row(
        "{seat} leaves the mine with {coins} coin.", "{seat} leaves the mine with {coins} coins.", "coins"
    ),
    "stayed_last": Row(
        "{seat} is last inside and gets {card} and {coins} coin.",
        "{seat} is last inside and gets {card} and {coins} coins.",
        "coins",
    ),
    "stayed_last.bare": Row(
        "{seat} is last inside and gets {coins} coin.",
        "{seat} is last inside and gets {coins} coins.",
        "coins",
    ),
    "alone_inside": Row("{seat} is alone in the mine."),
    "bonus_given_up": Row(
        "{seat} gives up {card} and {coins} coin.", "{seat} gives up {card} and {coins} coins.", "coins"
    ),
    "bonus_given_up.bare": Row("{seat} gives up {coins} coin.", "{seat} gives up {coins} coins.", "coins"),
    "thrill_ended": Row("{seat} has dug enough."),
    "evening_fell": Row("Evening falls on day {day}."),
    "crystals_sold": Row("{seat} sells {sum}; stores {stored}. Coins +{coins}."),
    "crystals_sold.all": Row("{seat} sells {sum}. Coins +{coins}."),
    "crystals_sold.none": Row("{seat} sells nothing, stores {stored}."),
    "crystals_sold.unseen": Row(
        "{seat} sells crystals ×{sold_count}, stores ×{stored_count}: coins +{coins}."
    ),
    "hand_sold": Row("{seat} sells the cards in hand: {cards}. Coins +{coins}, for the token +{token}."),
    "hand_sold.bare": Row("{seat} has no cards to sell. For the token: coins +{token}."),
    "match_ended": Row("The wager is over."),
}

#: How the price of a sale comes about: told by those who may know what was sold, and before one sells.
SUM: Words = {
    "sum.colour": Row("{gems} = {coins}"),
    "sum.doubled": Row("{gem} counts double: +{coins}"),
    "sum.variety": Row("{colours} different colours: +{coins}"),
    "prospect.store": Row("Store {stored}, sell {sum}: coins +{coins}."),
}

#: Figures printed on artwork only are labelled wherever they are read, unless the table has its own.
CARD_VALUES, BRAVERY = "reconstructed card values", "reconstructed bravery coins"


def labelled(row: Row) -> Row:
    """Put the label behind the figure a sentence ends with."""
    text, plural = (form.removesuffix(".") + " (reconstructed)." for form in (row.text, row.plural))
    return Row(text, plural if row.plural else "", row.count)


RECONSTRUCTED: Words = {
    **{
        f"{key}|{BRAVERY}": labelled(STORY[key])
        for key in (
            "space_filled",
            "space_filled.bare",
            "space_emptied",
            "space_emptied.bare",
            "left_mine.bonus",
            "left_mine.bare",
            "stayed_last",
            "stayed_last.bare",
            "bonus_given_up",
            "bonus_given_up.bare",
        )
    },
    f"hand_sold|{CARD_VALUES}": Row(
        "{seat} sells the cards in hand: {cards}. Coins +{coins} (reconstructed), for the token +{token}."
    ),
    f"view.sight.sale|{CARD_VALUES}": Row("Cards sell for (reconstructed)"),
    f"view.space.coins|{BRAVERY}": Row("Coins (reconstructed)"),
    f"result.cards|{CARD_VALUES}": Row("cards (values reconstructed)"),
    f"result.bravery|{BRAVERY}": Row("bravery (coins reconstructed)"),
}

ASKED: Words = {
    "asked.turn": Row("It is your turn: mine, play a card, or leave."),
    "asked.window": Row("You are attacked: answer with a card, or let it happen."),
    "asked.token": Row("A second obsidian is in your cart: spend the token, or have the accident?"),
    "asked.spend": Row("You may spend your token to get rid of your obsidian."),
    "asked.keep": Row("Which of the drawn crystals do you keep?"),
    "asked.replace": Row("Which crystal do you swap for which?"),
    "asked.share": Row("Which of the two crystals do you take?"),
    "asked.sell": Row("Which crystals do you store? The rest is sold."),
    "asked.thrill": Row("You are last inside: take the bonus, or give it up and dig on?"),
    "asked.thrill_more": Row("Draw another crystal, or stop?"),
}

DO: Words = {
    "do.mine": Row("Mine a crystal"),
    "do.leave": Row("Leave the mine"),
    **{f"do.{key}": CARD_NAMES[f"card.{key}"] for key in ACTIONS},
    **{f"do.{key}|2019": NAMES_2019[f"card.{key}|2019"] for key in ACTIONS},
    "do.react": Row("Play the card"),
    "do.react_if_held": Row("Play the card if I hold it"),
    "do.let": Row("Let it happen"),
    "do.keep": Row("Keep"),
    "do.replace": Row("Swap"),
    "do.replace_nothing": Row("Swap nothing"),
    "do.share": Row("Take one"),
    "do.share_nothing": Row("Take none"),
    "do.spend_token": Row("Spend the token"),
    "do.have_accident": Row("Have the accident"),
    "do.store": Row("Store these, sell the rest"),
    "do.take_bonus": Row("Take the bonus"),
    "do.give_up_bonus": Row("Give it up and dig"),
    "do.draw_on": Row("Draw another"),
    "do.stop": Row("Stop"),
    "field.target": Row("Dwarf"),
    "field.pass_to": Row("Pass it to"),
    "field.give": Row("Give"),
    "field.take": Row("Take"),
    "field.gem": Row("Crystal"),
    "field.gems": Row("Crystals"),
}

REFUSED: Words = {
    "refused.not_in_hand": Row("That card isn't in your hand: {card}."),
    "refused.not_a_target": Row("That dwarf can't be named: it takes another one, inside the mine."),
    "refused.not_in_cart": Row("That crystal isn't in the cart."),
    "refused.no_crystal": Row("There is no valuable crystal to do that with."),
    "refused.no_obsidian": Row("There is no obsidian in your cart."),
    "refused.not_on_tray": Row("That isn't on the tray."),
    "refused.chest_is_full": Row("The chest holds {most} crystals at most."),
    "refused.not_yours_to_store": Row("You don't have those crystals."),
}

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
    "option.bravery_coins": Row("The coins on the bravery board, from the left (reconstructed)."),
    "option.crystal_values": Row("What the crystals sell for, if not what the rules say."),
}

AHEAD: Words = {
    "ahead.next_void": Row("What you had in mind for your next turn is off: the table has changed since."),
    "ahead.confirm": Row("Your plan waits for you to start it."),
    "ahead.worth": Row("Your plan will stop: your cart is worth what you said."),
    "ahead.attacked": Row("Your plan will stop: you have been attacked."),
    "ahead.inside": Row("Your plan will stop: few are left inside."),
    "ahead.obsidian": Row("Your plan will stop: there is obsidian in your cart."),
    "ahead.spent": Row("Your plan will stop: its lines are spent."),
    "plan.careful": Row("Careful: mine twice; ask at obsidian, at worth 10, and when attacked."),
    "plan.digger": Row("Digger: mine six times; ask at obsidian and at worth 18."),
    "plan.bold": Row(
        "Bold: play the cards, mine nine times; ask with obsidian from worth 4, and at worth 18."
    ),
    "plan.sleepwalker": Row("Sleepwalker: the robot plays your turns until you say otherwise."),
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
    "view.sight.attack": Row("Attack"),
    "view.sight.thrills": Row("Drawn alone"),
    "view.sight.thrills.-1": Row("none, the bonus isn't given up"),
    "view.sight.covered": Row("Carts are covered"),
    "view.sight.thrill": Row("The last one inside may dig on"),
    "view.sight.silence": Row("A turn that nobody answers"),
    "view.sight.silence.leave": Row("leaves the mine"),
    "view.sight.silence.mine_once": Row("mines while it is safe, else leaves"),
    "view.sight.values": Row("Crystals sell for"),
    "view.sight.values.each": Row("{thing} {number}"),
    "view.sight.sale": Row("Cards sell for"),
    "view.sight.sale.each": Row("{thing} {number}"),
    "view.dwarf.inside": Row("In the mine"),
    "view.dwarf.cart": Row("Cart"),
    "view.dwarf.crystals": Row("Crystals"),
    "view.dwarf.obsidian": Row("Obsidian"),
    "view.dwarf.parked": Row("Hidden"),
    "view.dwarf.parked_count": Row("How many"),
    "view.dwarf.chest": Row("Chest"),
    "view.dwarf.chest_count": Row("In the chest"),
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
    "view.whenfew.k": Row("Fewer than"),
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
    "result.days": Row("days"),
    "result.bravery": Row("bravery"),
    "result.cards": Row("cards"),
    "result.token": Row("token"),
    "result.accidents": Row("accidents"),
}

ORDERS: Words = {
    "order.pass_to": Row("Pass obsidian on to"),
    "order.pass_to.next_seat": Row("whoever is next"),
    "order.pass_to.richest_with_obsidian": Row("the richest with obsidian"),
    "order.token": Row("Experience token"),
    "order.token.always": Row("spend it"),
    "order.token.never": Row("have the accident"),
    "order.token.when_cart_worth": Row("spend it when the cart is worth"),
    "order.keep": Row("Crystals drawn onto the tray"),
    "order.keep.all": Row("keep all"),
    "order.replace": Row("Swap for what was drawn"),
    "order.replace.best": Row("the best swap"),
    "order.share": Row("Crystals of a lent hand"),
    "order.share.dearest": Row("take the dearest"),
    "order.sale": Row("Evening sale"),
    "order.sale.rule": Row("store what pays, sell the rest"),
    "order.on_my_break.when_i_hold_obsidian": Row("play it when I hold obsidian"),
    "order.unacceptable.when_worth": Row("play it when the theft is worth"),
    **{
        f"order.{order}.{word}": Row(told)
        for order in ("on_my_break", "unacceptable", "not_mine_either")
        for word, told in (("always", "play it, if held"), ("never", "let it happen"))
    },
    **{
        f"order.{order}.ask": Row("ask me")
        for order in (
            "on_my_break",
            "unacceptable",
            "not_mine_either",
            "token",
            "keep",
            "replace",
            "share",
            "sale",
        )
    },
}

WORDS: Words = {
    **GEM_NAMES,
    **CARD_NAMES,
    **NAMES_2019,
    **CARD_HELP,
    **STORY,
    **SUM,
    **RECONSTRUCTED,
    **ASKED,
    **DO,
    **REFUSED,
    **OPTIONS,
    **AHEAD,
    **VIEW,
    **ORDERS,
}


def contexts(options: Options) -> Contexts:
    """Say whose words a table is told in, and which of its figures are nobody's but ours."""
    found: list[str] = [options.edition]
    if VALUES_ARE_RECONSTRUCTED and not CARDS.keys() <= options.card_values.keys():
        found.append(CARD_VALUES)
    if VALUES_ARE_RECONSTRUCTED and options.bravery_coins == BRAVERY_COINS:
        found.append(BRAVERY)
    return found


REFUSALS = frozenset(key.removeprefix("refused.") for key in REFUSED)
