"""What crystals and cards are called, and what a card does."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import GEMS

GEM_NAMES: Words = {f"gem.{key}": Row(key) for key in GEMS}
CARD_NAMES: Words = {f"card.{key}": Row(card.names["2016"]) for key, card in CARDS.items()}

#: What robots are called, and the rows with the names.
ROBOT_NAMES = {
    name.lower(): name
    for name in (
        *("Borka", "Brokk", "Flint", "Grotta", "Hekla", "Mika"),
        *("Nibb", "Ottar", "Sindri", "Skarn", "Tolla", "Tuffi"),
    )
}
DWARF_NAMES: Words = {f"dwarf.{key}": Row(name) for key, name in ROBOT_NAMES.items()}

CARD_HELP: Words = {
    "help.here_we_go": Row("Draw 3 crystals. Obsidian goes back unharmed; keep any of the rest."),
    "help.eureka": Row(
        "Draw 7 crystals and, if you like, swap a valuable one of your own for a valuable one of them."
    ),
    "help.come_closer": Row(
        "Swap a valuable crystal of yours for one in another cart; you choose both where they lie open."
    ),
    "help.out_of_my_way": Row("Every other dwarf in the mine loses a random valuable crystal to the bag."),
    "help.what_crystal": Row(
        "Hide one crystal of your cart beside it, obsidian too: nothing reaches it until evening."
    ),
    "help.gimme_a_hand": Row(
        "Another dwarf draws 2 crystals; take one of them or none, the rest stays there."
    ),
    "help.dont_belong": Row("Take two valuable crystals from another cart, or the only one."),
    "help.not_mine": Row("Hand your obsidian to another dwarf."),
    "help.not_mine_either": Row("Pass on an obsidian that is being handed to you, but not straight back."),
    "help.unacceptable": Row(
        "A theft from your cart fails, and you take one valuable crystal from the thief."
    ),
    "help.on_my_break": Row("You refuse to lend a hand: nothing is drawn."),
}
