"""What things are called, and what cards do."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words

CARD_NAMES: Words = {
    "card.castle": Row("castle"),
    "card.ruby_mine": Row("ruby mine"),
    "card.emerald_mine": Row("emerald mine"),
    "card.diamond_mine": Row("diamond mine"),
    "card.topaz_mine": Row("topaz mine"),
    "card.tavern": Row("tavern"),
    "card.shop": Row("shop"),
    "card.dragon": Row("dragon"),
    "card.ice_giant": Row("ice giant"),
    "card.topaz": Row("topaz"),
    "card.emerald": Row("emerald"),
    "card.diamond": Row("diamond"),
    "card.ruby": Row("ruby"),
    "card.bouncer": Row("bouncer"),
    "card.shover": Row("shover"),
    "card.thief": Row("thief"),
    "card.sharp": Row("cardsharp"),
    "card.changer": Row("changer"),
}
CARD_HELP: Words = {
    "help.castle": Row(
        "While your castle is on the table, you have a fourth action, unless an ice giant is in your "
        "kingdom. Two dwarves in any castle dig: the top card of a stack goes to its bottom. Nothing can "
        "cover a castle."
    ),
    "help.ruby_mine": Row("Three dwarves mine a ruby."),
    "help.emerald_mine": Row("Two dwarves mine an emerald."),
    "help.diamond_mine": Row("Two dwarves mine a diamond."),
    "help.topaz_mine": Row("Two dwarves mine two topazes."),
    "help.tavern": Row("Two dwarves hire an ogre."),
    "help.shop": Row("Three dwarves buy one of the open trade goals with gems from your hand."),
    "help.dragon": Row(
        "Stops every mine in its kingdom, and all digging there. Can be played on a mine. Five dwarves of "
        "one colour slay it."
    ),
    "help.ice_giant": Row(
        "Takes the fourth action from every castle in its kingdom, and stops all digging there. Five dwarves "
        "of one colour slay it."
    ),
    "help.topaz": Row("A gem from a topaz mine."),
    "help.emerald": Row("A gem from an emerald mine."),
    "help.diamond": Row("A gem from a diamond mine."),
    "help.ruby": Row("A gem from a ruby mine."),
    "help.bouncer": Row("Sends one or two dwarves of a rival home from one card."),
    "help.shover": Row(
        "Moves up to two dwarves of any colour to a card next to theirs, through walls, one after the other."
    ),
    "help.thief": Row("Takes a random gem from a rival's hand."),
    "help.sharp": Row("Takes a random ogre from a rival's hand."),
    "help.changer": Row("Lets two dwarves of different colours change places, wherever they are."),
}
SECRETS: Words = {
    "secret.architect": Row("Architect: a kingdom of at least 8 cards"),
    "secret.king": Row("King: a kingdom worth at least 10 stars"),
    "secret.hunter": Row("Hunter: two monsters slain"),
    "secret.treasurer": Row("Treasurer: all four kinds of gem in hand"),
    "secret.warlord": Row("Warlord: three ogres in hand"),
    "secret.overseer": Row("Overseer: all seven dwarves on cards, before the first work of your turn"),
    "secret.conqueror": Row("Conqueror: another castle in your kingdom, and no monster"),
}
GOALS: Words = {
    "goal.RE": Row("ruby + emerald"),
    "goal.RD": Row("ruby + diamond"),
    "goal.TTR": Row("2 topazes + ruby"),
    "goal.EED": Row("2 emeralds + diamond"),
    "goal.EDD": Row("emerald + 2 diamonds"),
    "goal.TTED": Row("2 topazes + emerald + diamond"),
    "goal.RRTT": Row("2 rubies + 2 topazes"),
    "goal.EEDD": Row("2 emeralds + 2 diamonds"),
    "goal.RDDTT": Row("ruby + 2 diamonds + 2 topazes"),
    "goal.REETT": Row("ruby + 2 emeralds + 2 topazes"),
}
AIMS: Words = {
    "aim.work": Row("work as much as possible, then place dwarves where they gain most"),
    "aim.build": Row("build beside my kingdom, then work"),
    "aim.hunt": Row("gather around a monster"),
    "aim.trade": Row("head for the nearest trade goal, then choose what to buy"),
    "aim.dig": Row("gather in my castle, then choose what to dig"),
}
#: How a card lies, by its quarter turns clockwise.
TURNS: Words = {
    "turn.0": Row("as printed"),
    "turn.1": Row("a quarter turn to the right"),
    "turn.2": Row("upside down"),
    "turn.3": Row("a quarter turn to the left"),
}
#: What robots are called.
ROBOT_NAMES = {
    name.lower(): name
    for name in (
        *("Askel", "Brenna", "Dotti", "Elka", "Gunda", "Hakon"),
        *("Imke", "Jorun", "Kettil", "Morda", "Tassi", "Urdin"),
    )
}
DWARF_NAMES: Words = {f"dwarf.{key}": Row(name) for key, name in ROBOT_NAMES.items()}

THINGS: Words = {**CARD_NAMES, **CARD_HELP, **SECRETS, **GOALS, **AIMS, **TURNS, **DWARF_NAMES}
