"""Every sentence of Magpies, one row each."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

WORDS: Words = {
    "card.bead": Row("bead"),
    "card.caw": Row("caw"),
    "card.ring": Row("ring"),
    "card.spoon": Row("spoon"),
    "landed": Row("{seat} lands in the tree."),
    "drew": Row("{seat} draws a card."),
    "drew_card": Row("{seat} draws: {card}."),
    "hid": Row("{seat} hides a card in the nest."),
    "hid_card": Row("{seat} hides in the nest: {card}."),
    "turn_began": Row("It's {seat}'s turn."),
    "snatched_card": Row("{seat} wants a card from {victim}: {card}."),
    "cawed_card": Row("{seat} caws, and wants from {victim}: {card}."),
    "theft_ended": Row("{seat} has nothing for {thief}."),
    "theft_ended_card": Row("{seat} gives to {thief}: {card}."),
    "crowed": Row("{seat} crows: the game is over."),
    "asked.crow": Row("Crow about your nest"),
    "asked.hide": Row("Hide a card"),
    "asked.turn": Row("Take an action"),
    "asked.caw": Row("Caw at the thief?"),
    "do.hide": Row("Hide a card"),
    "do.snatch": Row("Snatch a card"),
    "do.caw": Row("Caw"),
    "do.pass": Row("Let it go"),
    "do.crow": Row("Crow"),
}
