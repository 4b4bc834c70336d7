"""What the guided first match says: one or two sentences at each of the first day's questions."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

LESSONS: Words = {
    "lesson.first": Row(
        "Mining draws a crystal from the bag into your cart, and nobody knows which: {percent}% are "
        "obsidian, and all the others bring coins in the evening."
    ),
    "lesson.more": Row(
        "In your cart: {gems}, worth {coins} coin so far. Without obsidian in it, the next crystal can't "
        "hurt you.",
        "In your cart: {gems}, worth {coins} coins so far. Without obsidian in it, the next crystal can't"
        " hurt you.",
        "coins",
    ),
    "lesson.theft": Row(
        "In {seat}'s cart: {gems}. Your card “{card}” takes two of these crystals; playing a card is your"
        " whole turn."
    ),
    "lesson.defended": Row(
        "{seat} attacks you: “{card}”. You hold the one card that stops this: “{answer}”."
    ),
    "lesson.attacked": Row(
        "{seat} attacks you: “{card}”; only one other card stops it. You are asked even if you don't hold "
        "that one, so nobody learns anything."
    ),
    "lesson.obsidian": Row(
        "There is obsidian in your cart: one does no harm, but a second one, {percent}% likely now, costs"
        " you the whole cart. Your crystals are worth {coins}, and if you leave they are safe until "
        "evening."
    ),
    "lesson.evening": Row(
        "The day is over and you sell your crystals. Up to two could wait in your chest, because several "
        "of one colour bring more."
    ),
    "lesson.end": Row(
        "That was a whole day, and you have {coins} coin. Four more follow, and the most coins win.",
        "That was a whole day, and you have {coins} coins. Four more follow, and the most coins win.",
        "coins",
    ),
}
