"""The mining cards (QZ-2): one table of names, copies, values and what each does.

What a card sells for is printed only on artwork that the rulebooks' texts lost: the values here are
reconstructed, as the match's facts say, and the option `card_values` replaces them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

VALUES_ARE_RECONSTRUCTED = True

#: Coins on the bravery spaces from the left (QZ-4), reconstructed too; `bravery_coins` replaces them.
BRAVERY_COINS = (0, 1, 2, 3)


class Card(msgspec.Struct, frozen=True):
    """One kind of card.

    `draws`: crystals drawn onto the tray. `takes`: crystals taken from the named dwarf.
    `answered_by`: the reaction to it. `answers`: the action it is a reaction to.
    """

    key: str
    names: dict[str, str]
    kind: Literal["action", "reaction"]
    copies: int
    value: int
    draws: int = 0
    takes: int = 0
    answered_by: str = ""
    answers: str = ""


def _names(first: str, second: str) -> dict[str, str]:
    return {"2016": first, "2019": second}


CARDS: dict[str, Card] = {
    card.key: card
    for card in (
        Card("here_we_go", _names("Here We Go", "Закатать рукава"), "action", 10, 1, draws=3),
        Card("eureka", _names("Eureka!", "Нашёл!"), "action", 3, 2, draws=7),
        Card("come_closer", _names("Come Closer", "Самоцвет хочешь?"), "action", 3, 3, takes=1),
        Card("out_of_my_way", _names("Out of My Waaaaay", "С дорогииии!"), "action", 3, 2),
        Card("what_crystal", _names("Crystal? What Crystal?", "Какой самоцвет? Где?"), "action", 3, 3),
        Card(
            "gimme_a_hand",
            _names("Gimme a Hand Here", "Ну-ка, подсоби"),
            "action",
            8,
            2,
            draws=2,
            answered_by="on_my_break",
        ),
        Card(
            "dont_belong",
            _names("These Don't Belong to You", "Разве это твоё?"),
            "action",
            8,
            1,
            takes=2,
            answered_by="unacceptable",
        ),
        Card(
            "not_mine",
            _names("This Isn't Mine", "Это не моё!"),
            "action",
            8,
            1,
            answered_by="not_mine_either",
        ),
        Card(
            "not_mine_either",
            _names("Not Mine Either!", "И не моё тоже!"),
            "reaction",
            3,
            3,
            answers="not_mine",
        ),
        Card(
            "unacceptable",
            _names("Thievery? Unacceptable!", "Держи вора!"),
            "reaction",
            3,
            3,
            takes=1,
            answers="dont_belong",
        ),
        Card(
            "on_my_break",
            _names("Nope. I'm on My Break", "Перерыв"),
            "reaction",
            3,
            3,
            answers="gimme_a_hand",
        ),
    )
}
#: Cards whose name in the edition of 2019 is a reading of a text that is damaged in print.
DAMAGED_2019 = ("here_we_go", "eureka", "out_of_my_way", "what_crystal")

DECK = {key: card.copies for key, card in CARDS.items()}
VALUES = {key: card.value for key, card in CARDS.items()}
ACTIONS = tuple(key for key, card in CARDS.items() if card.kind == "action")
REACTIONS = tuple(key for key, card in CARDS.items() if card.kind == "reaction")
