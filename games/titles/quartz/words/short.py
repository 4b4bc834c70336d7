"""Short texts: letters for crystals, lines of an email, one word for each answer."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

LETTERS: Words = {
    "letter.quartz": Row("Q"),
    "letter.amethyst": Row("A"),
    "letter.emerald": Row("E"),
    "letter.sapphire": Row("S"),
    "letter.ruby": Row("R"),
    "letter.amber": Row("B"),
    "letter.obsidian": Row("O"),
    "letter.unseen": Row("?"),
    "unseen.thing": Row("covered crystal"),
}
#: Where obsidian is coal (QZ-61).
LETTERS_2019: Words = {"letter.obsidian|2019": Row("C")}

BOARD: Words = {
    "board.dwarf": Row("{seat}"),
    "board.inside": Row("in the mine"),
    "board.out": Row("out for the day"),
    "board.parked": Row("hidden: {gems}"),
    "board.parked.unseen": Row("{count} crystal hidden", "{count} crystals hidden", "count"),
    "board.coins": Row("{count} coin", "{count} coins", "count"),
    "board.cards": Row("{count} card", "{count} cards", "count"),
    "board.in_chest": Row("{count} in the chest", "{count} in the chest", "count"),
    "board.token": Row("experience token"),
    "board.chest": Row("Your chest"),
    "board.hand": Row("Your hand"),
    "board.held": Row("{cards}"),
    "board.answered_by": Row("reaction to it: {card}"),
    "board.tray": Row("On the tray"),
    "board.bravery": Row("Bravery board"),
    "board.space": Row("{card} and {coins} coin", "{card} and {coins} coins", "coins"),
    "board.space.bare": Row("no card, {coins} coin", "no card, {coins} coins", "coins"),
    "board.next": Row("for the next to leave"),
    "board.last": Row("for the last one inside"),
    "board.taken": Row("taken"),
    "board.danger": Row("There is already obsidian in your cart: one more, and you have an accident."),
    "board.danger.token": Row(
        "There is already obsidian in your cart: one more, and you spend your token or have an accident."
    ),
    "board.sells": Row("sells for {coins} coin", "sells for {coins} coins", "coins"),
    "odds.obsidian": Row("{percent}% obsidian: {obsidian} of the {bag} crystals in the bag."),
}

#: What may be written in a reply instead of a letter; no two answers to one question share a word.
SAY: Words = {
    "say.mine": Row("mine"),
    "say.leave": Row("leave"),
    "say.react_if_held": Row("react"),
    "say.let": Row("let it happen"),
    "say.replace_nothing": Row("swap nothing"),
    "say.share_nothing": Row("take none"),
    "say.spend_token": Row("spend"),
    "say.have_accident": Row("accident"),
    "say.take_bonus": Row("take the bonus"),
    "say.give_up_bonus": Row("dig"),
    "say.draw_on": Row("draw"),
    "say.stop": Row("stop"),
}
