"""Every sentence of Magpies, one row each."""

from __future__ import annotations

from games.rules.kernel.telling import Row, Words

WORDS: Words = {
    "card.bead": Row("bead"),
    "card.caw": Row("caw"),
    "card.ring": Row("ring"),
    "card.spoon": Row("spoon"),
    "seated": Row("The magpies take their places."),
    "drew": Row("{seat} draws: {card}."),
    "drew_otherwise": Row("{seat} draws a card."),
    "round_began": Row("A new round begins."),
    "hid": Row("{seat} hides in the nest: {card}."),
    "hid_otherwise": Row("{seat} hides a card in the nest."),
    "turn_began": Row("{seat} has the turn."),
    "snatched": Row("{thief} wants a card from {victim}: {card}."),
    "played": Row("{seat} shows: {card}."),
    "theft_ended": Row("{thief} snatches from {victim}: {card}."),
    "theft_ended_otherwise": Row("{thief} gets nothing from {victim}."),
    "ended": Row("The game is over."),
    "asked.hide": Row("Hide a card"),
    "asked.turn": Row("Take an action"),
    "asked.caw": Row("Caw at the other?"),
    "asked.flash": Row("Flash a spoon"),
    "do.play": Row("Play a card"),
    "do.snatch": Row("Snatch a card"),
    "do.pass": Row("Pass"),
    "do.draw": Row("Draw a card"),
}
