"""What crystals and cards are called, and what a card does."""

from __future__ import annotations

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import GEMS

GEM_NAMES: Words = {f"gem.{key}": Row(key) for key in GEMS}
CARD_NAMES: Words = {f"card.{key}": Row(card.names["2016"]) for key, card in CARDS.items()}

CARD_HELP: Words = {
    "help.here_we_go": Row("Draw 3 crystals. Obsidian goes back without harm; keep any of the others."),
    "help.eureka": Row(
        "Draw 7 crystals. You may swap one of your valuable crystals for a valuable one you drew."
    ),
    "help.come_closer": Row(
        "Swap one of your valuable crystals for one in another cart. You choose both if you can see them."
    ),
    "help.out_of_my_way": Row(
        "Every other dwarf in the mine returns one random valuable crystal to the bag."
    ),
    "help.what_crystal": Row(
        "Hide one crystal from your cart beside it, even obsidian. Nothing can touch it until evening."
    ),
    "help.gimme_a_hand": Row("Another dwarf draws 2 crystals. Take one or none; that dwarf keeps the rest."),
    "help.dont_belong": Row("Take two valuable crystals from another cart, or one if it has only one."),
    "help.not_mine": Row("Hand your obsidian to another dwarf."),
    "help.not_mine_either": Row("Pass on an obsidian that is handed to you, but not straight back."),
    "help.unacceptable": Row("Stop a theft from your cart and take one valuable crystal from the thief."),
    "help.on_my_break": Row("Refuse to lend a hand: nothing is drawn."),
}
