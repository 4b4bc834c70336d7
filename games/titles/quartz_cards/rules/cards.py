"""The cards (QC-1, QC-2). The printed ones are lost: both tables are reconstructed, in this file alone.

The rulebook gives the totals (72 mine cards, 38 helpers, 4 chests), what the helpers do, and that a card
has a value, perhaps an unstable crystal in one of six positions, perhaps a helper to hire. How many there
are of what is worked out here. The match's facts say so, and the options `mine_cards`,
`crystal_values` and `helper_cards` replace it.

A mine card is called by its crystal and its icon: "ruby 3" is unstable in position 3, "quartz hire" hires
a helper, "quartz" has no icon.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

TABLES_ARE_RECONSTRUCTED = True

MINE_TOTAL, HELPER_TOTAL = 72, 38
POSITIONS = "012345"
HIRE = "hire"


class Vein(NamedTuple):
    """What the mine holds of one crystal: its value, cards to hire with, blank ones, unstable positions."""

    value: int
    hire: int
    blank: int
    unstable: str


VEINS: dict[str, Vein] = {
    "quartz": Vein(1, 8, 4, "01234501"),
    "amethyst": Vein(2, 6, 4, "234501"),
    "emerald": Vein(3, 4, 2, "234501"),
    "sapphire": Vein(4, 0, 2, "2345012345"),
    "ruby": Vein(5, 0, 0, "01234501"),
    "amber": Vein(6, 0, 0, "2345"),
}
CRYSTALS = tuple(VEINS)
VALUES = {crystal: vein.value for crystal, vein in VEINS.items()}


def mine_cards() -> dict[str, int]:
    """Count every card of the mine by its name."""
    counts: dict[str, int] = {}
    for crystal, vein in VEINS.items():
        counts[crystal] = vein.blank
        counts[f"{crystal} {HIRE}"] = vein.hire
        for position in vein.unstable:
            card = f"{crystal} {position}"
            counts[card] = counts.get(card, 0) + 1
    return {card: count for card, count in counts.items() if count}


MINE = mine_cards()
#: Every mine card there could be, whatever a table makes of it.
ALL_MINE_CARDS = tuple(
    f"{crystal}{icon}" for crystal in CRYSTALS for icon in ("", " hire", *map(" {}".format, POSITIONS))
)


class Helper(msgspec.Struct, frozen=True):
    """One kind of helper card. `answers`: the attack a defence is made for; "" is any."""

    key: str
    name: str
    portuguese: str  # as the rulebook has it
    kind: Literal["exploration", "attack", "defence"]
    copies: int
    answers: str = ""


HELPERS: dict[str, Helper] = {
    helper.key: helper
    for helper in (
        Helper("what_a_beauty", "What a Beauty!", "Mas que beleza!", "exploration", 4),
        Helper("hand_it_over", "Hand It Over…", "Passa isso aqui...", "attack", 5),
        Helper("stop_stop_stop", "Stop, Stop, Stop!", "Para, para, para!", "attack", 5),
        Helper("may_i_help", "May I Help?", "Posso ajudar?", "attack", 5),
        Helper("little_present", "A Little Present for You…", "Um presentinho para você...", "attack", 5),
        Helper("yours_no_more", "Yours No More…", "Isso não te pertence mais...", "attack", 5),
        Helper("no_chance", "No Chance!", "Sem chance!", "defence", 3),
        Helper(
            "over_my_dead_body",
            "Over My Dead Body!",
            "Só por cima do meu cadáver!",
            "defence",
            3,
            answers="yours_no_more",
        ),
        Helper("get_lost", "Get Lost!", "Sai fora!", "defence", 3, answers="little_present"),
    )
}
PACK = {key: helper.copies for key, helper in HELPERS.items()}
ATTACKS = tuple(key for key, helper in HELPERS.items() if helper.kind == "attack")
DEFENCES = tuple(key for key, helper in HELPERS.items() if helper.kind == "defence")

#: Lies in a line among the mine cards.
PRESENT = "little_present"


def defences_against(attack: str) -> tuple[str, ...]:
    """List the cards that answer an attack, the one made for it first."""
    fitting = [key for key in DEFENCES if HELPERS[key].answers in (attack, "")]
    return tuple(sorted(fitting, key=lambda key: not HELPERS[key].answers))
