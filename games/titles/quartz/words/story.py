"""What happens: a sentence for each way to describe an event."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

STORY: Words = {
    "sat_down": Row("The dwarves sit down around the table."),
    "days_chosen": Row("The match lasts {days} day.", "The match lasts {days} days.", "days"),
    "day_began": Row("Day {day} begins. {first} goes first."),
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
    "turn_began": Row("It's {seat}'s turn."),
    "mined": Row("{seat} mines: {gem}."),
    "mined.unseen": Row("{seat} mines a crystal."),
    "card_played": Row("{seat} plays {card}."),
    "card_played.on": Row("{seat} plays {card} on {target}."),
    "card_played.takes": Row("{seat} plays {card} on {target} and picks: {takes}."),
    "card_played.gives": Row("{seat} plays {card} and picks: {gives}."),
    "card_played.offers": Row("{seat} plays {card} on {target} and offers: {gives}."),
    "card_played.trades": Row("{seat} plays {card} on {target}: {gives} for {takes}."),
    "window_opened": Row("{seat} may react to {card}."),
    "let_happen": Row("{seat} lets it happen."),
    "reacted": Row("{seat} reacts with {card}."),
    "reacted.to": Row("{seat} reacts with {card} and passes the obsidian to {to}."),
    "tray_filled": Row("{seat} draws onto the tray: {gems}."),
    "tray_filled.back": Row("{seat} draws onto the tray: {gems}. Back into the bag: obsidian ×{back}."),
    "tray_filled.only": Row("{seat} draws only obsidian ×{back}; it goes back into the bag."),
    "tray_filled.unseen": Row(
        "{seat} draws {count} crystal onto the tray.", "{seat} draws {count} crystals onto the tray.", "count"
    ),
    "kept": Row("{seat} keeps: {gems}."),
    "kept.nothing": Row("{seat} keeps nothing."),
    "kept.unseen": Row("{seat} keeps {count} crystal.", "{seat} keeps {count} crystals.", "count"),
    "replaced": Row("{seat} swaps {gave} for {took}."),
    "replaced.nothing": Row("{seat} swaps nothing."),
    "replaced.unseen": Row("{seat} decides whether to swap."),
    "traded": Row("{seat} swaps {gave} for {target}'s {took}."),
    "traded.unseen": Row("{seat} and {target} swap one crystal each."),
    "shoved": Row("{losses}."),
    "parked": Row("{seat} hides beside the cart: {gem}."),
    "parked.unseen": Row("{seat} hides a crystal beside the cart."),
    "shared": Row("{player} takes {took}; {miner} keeps {kept}."),
    "shared.nothing": Row("{player} takes nothing; {miner} keeps {kept}."),
    "shared.back": Row("{player} takes nothing; {miner} keeps {kept}, and the rest goes back into the bag."),
    "shared.unseen": Row("{player} takes a crystal; {miner} keeps the other."),
    "shared.nothing_unseen": Row("{player} takes nothing; {miner} keeps what was drawn."),
    "shared.obsidian": Row("{player} and {miner} share; {obsidian} gets the obsidian."),
    "shared.nothing_obsidian": Row("{player} takes nothing; {obsidian} gets the obsidian."),
    "stolen": Row("{thief} takes from {victim}: {gems}."),
    "stolen.unseen": Row(
        "{thief} takes {count} crystal from {victim}.",
        "{thief} takes {count} crystals from {victim}.",
        "count",
    ),
    "taken_back": Row("{seat} takes from {thief}: {gem}."),
    "taken_back.nothing": Row("{thief} has nothing to give to {seat}."),
    "taken_back.unseen": Row("{seat} takes a crystal from {thief}."),
    "obsidian_landed": Row("{seat} gets the obsidian."),
    "obsidian_lost": Row("The obsidian goes back into the bag."),
    "token_spent": Row("{seat} spends the experience token: an obsidian goes back into the bag."),
    "accident_taken": Row("{seat} keeps the experience token."),
    "accident_happened": Row("{seat} has an accident and loses: {lost}."),
    "accident_happened.unseen": Row("{seat} has an accident and loses all {count} crystals in the cart."),
    "accident_happened.token": Row("{seat} has an accident, loses {lost}, and gains an experience token."),
    "accident_happened.token_unseen": Row(
        "{seat} has an accident, loses all {count} crystals in the cart, and gains an experience token."
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
        "{seat} is the last one in the mine and gets {card} and {coins} coin.",
        "{seat} is the last one in the mine and gets {card} and {coins} coins.",
        "coins",
    ),
    "stayed_last.bare": Row(
        "{seat} is the last one in the mine and gets {coins} coin.",
        "{seat} is the last one in the mine and gets {coins} coins.",
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
    "crystals_sold.none": Row("{seat} sells nothing and stores {stored}."),
    "crystals_sold.bare": Row("{seat} has nothing to sell."),
    "crystals_sold.unseen": Row(
        "{seat} sells crystals ×{sold_count} and stores ×{stored_count}. Coins +{coins}."
    ),
    "crystals_sold.unseen_all": Row("{seat} sells crystals ×{sold_count}. Coins +{coins}."),
    "crystals_sold.unseen_none": Row("{seat} sells nothing and stores crystals ×{stored_count}."),
    "hand_sold": Row("{seat} sells the cards in hand: {cards}. Coins +{coins}, and +{token} for the token."),
    "hand_sold.bare": Row("{seat} has no cards to sell. Coins for the token: +{token}."),
    "hand_sold.no_token": Row("{seat} sells the cards in hand: {cards}. Coins +{coins}."),
    "hand_sold.bare_no_token": Row("{seat} has no cards or token to sell."),
    "match_ended": Row("The last day is over."),
}

#: How the price of a sale is made up: for those who may know what was sold, and before selling.
SUM: Words = {
    "sum.colour": Row("{gems} = {coins}"),
    "sum.doubled": Row("{gem} counts double: +{coins}"),
    "sum.variety": Row("{colours} different colours: +{coins}"),
    "prospect.store": Row("Store {stored}, sell {sum}: coins +{coins}."),
    "prospect.chest": Row("In the chest afterwards: {stored}, now worth {coins}."),
}

#: Who loses what, one after the other.
LOSS: Words = {
    "loss": Row("{seat} loses {gem}"),
    "loss.unseen": Row("{seat} loses a crystal"),
}

#: What one has at risk, and what mining and leaving would do, shown with the choices.
AT_STAKE: Words = {
    "stakes.attack": Row("{seat} plays {card} on you."),
    "stakes.wanted": Row("At stake: {gems}."),
    "stakes.answer": Row("Only {card} stops it."),
    "stakes.cart": Row(
        "Your cart: {gems}, worth {coins} coin today.",
        "Your cart: {gems}, worth {coins} coins today.",
        "coins",
    ),
    "further": Row(
        "Keep going: ask me again when my cart is worth {limit} coin.",
        "Keep going: ask me again when my cart is worth {limit} coins.",
        "limit",
    ),
    "further.covered": Row(
        "Keep going: ask me again when my cart holds {limit} crystal besides obsidian.",
        "Keep going: ask me again when my cart holds {limit} crystals besides obsidian.",
        "limit",
    ),
    "stakes.empty": Row("Your cart is empty: you have nothing to lose yet."),
    "prospect.mine": Row("One more crystal for your cart: {percent}% chance of obsidian."),
    "prospect.mine.danger": Row(
        "{percent}% chance of another obsidian: you have an accident and lose everything in your cart."
    ),
    "prospect.mine.token": Row(
        "{percent}% chance of another obsidian: you spend your token or have an accident."
    ),
    "prospect.leave": Row(
        "Everything in your cart is safe, and you get {card} and {coins} coin.",
        "Everything in your cart is safe, and you get {card} and {coins} coins.",
        "coins",
    ),
    "prospect.leave.bare": Row(
        "Everything in your cart is safe, and you get {coins} coin.",
        "Everything in your cart is safe, and you get {coins} coins.",
        "coins",
    ),
    "prospect.leave.nothing": Row("Everything in your cart is safe; you get nothing from the bravery board."),
}

#: Who won and why, and the moments that turned the match.
ENDING: Words = {
    "ended.won": Row("{winner} wins, {points} coins to {other}."),
    "ended.alone": Row("{winner} wins with {points} coins."),
    "ended.tie": Row("{winner} wins on cards, {cards} to {cards_of_other}: both have {points} coins."),
    "ended.shared": Row("The win is shared by {winners}: {points} coins each."),
    "moment.accident": Row(
        "{seat} loses a cart worth {coins} coin in an accident.",
        "{seat} loses a cart worth {coins} coins in an accident.",
        "coins",
    ),
    "moment.theft": Row(
        "{thief} steals crystals worth {coins} coin from {victim}.",
        "{thief} steals crystals worth {coins} coins from {victim}.",
        "coins",
    ),
    "moment.dig": Row(
        "{seat} digs on at a risk of {percent}% with {coins} coin in the cart, and is lucky.",
        "{seat} digs on at a risk of {percent}% with {coins} coins in the cart, and is lucky.",
        "coins",
    ),
    "moment.sale": Row(
        "{seat} sells for {coins} coin on the evening of day {day}.",
        "{seat} sells for {coins} coins on the evening of day {day}.",
        "coins",
    ),
    "named.accident": Row("The costliest accident"),
    "named.accident.mine": Row("Your costliest accident"),
    "named.theft": Row("The biggest theft"),
    "named.theft.mine": Row("Your biggest theft"),
    "named.dig": Row("The boldest dig"),
    "named.dig.mine": Row("Your boldest dig"),
    "named.sale": Row("The best evening"),
    "named.sale.mine": Row("Your best evening"),
    "score": Row("Coins over time"),
}

#: What one may look for in the log.
TOPICS: Words = {
    "topic.mining": Row("Crystals mined"),
    "topic.cards": Row("Cards"),
    "topic.leaving": Row("Leaving the mine and accidents"),
    "topic.coins": Row("Coins"),
}
