"""What happens: a sentence for each way to describe an event."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

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
    "shoved": Row("{losses}."),
    "parked": Row("{seat} hides beside the cart: {gem}."),
    "parked.unseen": Row("{seat} hides a crystal beside the cart."),
    "shared": Row("{player} takes {took}; {miner} keeps {kept}."),
    "shared.nothing": Row("{player} takes nothing; {miner} keeps {kept}."),
    "shared.back": Row("{player} takes nothing; {miner} keeps {kept}, and the rest goes back into the bag."),
    "shared.unseen": Row("{player} takes a crystal; {miner} keeps the other."),
    "shared.nothing_unseen": Row("{player} takes nothing; {miner} keeps what was drawn."),
    "shared.obsidian": Row("{player} and {miner} share; obsidian lands with {obsidian}."),
    "shared.nothing_obsidian": Row("{player} takes nothing; obsidian lands with {obsidian}."),
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
    "crystals_sold.bare": Row("{seat} has nothing to sell."),
    "crystals_sold.unseen": Row(
        "{seat} sells crystals ×{sold_count}, stores ×{stored_count}: coins +{coins}."
    ),
    "crystals_sold.unseen_all": Row("{seat} sells crystals ×{sold_count}: coins +{coins}."),
    "crystals_sold.unseen_none": Row("{seat} sells nothing, stores crystals ×{stored_count}."),
    "hand_sold": Row("{seat} sells the cards in hand: {cards}. Coins +{coins}, for the token +{token}."),
    "hand_sold.bare": Row("{seat} has no cards to sell. For the token: coins +{token}."),
    "hand_sold.no_token": Row("{seat} sells the cards in hand: {cards}. Coins +{coins}."),
    "hand_sold.bare_no_token": Row("{seat} has neither cards nor a token to sell."),
    "match_ended": Row("The five days are over."),
}

#: How the price of a sale is made up: for those who may know what was sold, and before selling.
SUM: Words = {
    "sum.colour": Row("{gems} = {coins}"),
    "sum.doubled": Row("{gem} counts double: +{coins}"),
    "sum.variety": Row("{colours} different colours: +{coins}"),
    "prospect.store": Row("Store {stored}, sell {sum}: coins +{coins}."),
    "prospect.chest": Row("In the chest then: {stored}, worth {coins} as they lie."),
}

#: Who loses what, one after the other.
LOSS: Words = {
    "loss": Row("{seat} loses {gem}"),
    "loss.unseen": Row("{seat} loses a crystal"),
}

#: What mining and leaving would do, shown beside the choice.
AT_STAKE: Words = {
    "prospect.mine": Row("One more crystal for your cart; it is obsidian with a chance of {percent}%."),
    "prospect.mine.danger": Row(
        "With a chance of {percent}% it is obsidian again: you have the accident and lose all in your cart."
    ),
    "prospect.mine.token": Row(
        "With a chance of {percent}% it is obsidian again: you spend the token or have the accident."
    ),
    "prospect.leave": Row(
        "All in your cart is safe, and you get {card} and {coins} coin.",
        "All in your cart is safe, and you get {card} and {coins} coins.",
        "coins",
    ),
    "prospect.leave.bare": Row(
        "All in your cart is safe, and you get {coins} coin.",
        "All in your cart is safe, and you get {coins} coins.",
        "coins",
    ),
    "prospect.leave.nothing": Row("All in your cart is safe; from the bravery board you get nothing."),
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
}

#: What one may look for in the log.
TOPICS: Words = {
    "topic.mining": Row("Crystals mined"),
    "topic.cards": Row("Cards"),
    "topic.leaving": Row("Leaving the mine, and accidents"),
    "topic.coins": Row("Coins"),
}
