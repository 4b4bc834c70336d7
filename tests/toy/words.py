"""Every sentence of Magpies, one row each."""

from __future__ import annotations

from games.rules.kernel.telling import Row, Words

WORDS: Words = {
    "card.bead": Row("bead"),
    "card.ring": Row("ring"),
    "card.spoon": Row("spoon"),
    "card.caw": Row("caw"),
    "seated": Row("The magpies take their places."),
    "drew": Row("{seat} draws: {cards}."),
    "drew_unseen": Row("{seat} draws {count} card.", "{seat} draws {count} cards.", "count"),
    "round_began": Row("Round {round} begins."),
    "hid": Row("{seat} hides a card in the nest: {card}."),
    "hid_unseen": Row("{seat} hides a card in the nest."),
    "turn_began": Row("{seat} has the turn."),
    "snatched": Row("{thief} wants a card from {victim}: {card}."),
    "cawed": Row("{seat} caws."),
    "theft_ended": Row("{thief} snatches from {victim}: {card}."),
    "theft_failed": Row("{thief} gets nothing from {victim}."),
    "rested": Row("{seat} rests."),
    "flashed": Row("{seat} flashes a spoon."),
    "ended": Row("The game is over."),
    "asked.hide": Row("Hide a card"),
    "asked.turn": Row("Take an action"),
    "asked.shoo": Row("Shoo the thief?"),
    "asked.caw_back": Row("Caw back?"),
    "asked.flash": Row("Flash a spoon"),
    "do.hide": Row("Hide a card"),
    "do.draw": Row("Draw a card"),
    "do.snatch": Row("Snatch a card"),
    "do.rest": Row("Rest"),
    "do.caw": Row("Caw"),
    "do.let": Row("Let it happen"),
    "do.flash": Row("Flash a spoon"),
    "refused.not_in_hand": Row("That card isn't in your hand: {card}."),
}
