"""What a sale brings: face values, and the best single extra."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.kernel.chance import multiset
from games.rules.kernel.questions import offered
from games.rules.wording import say
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import VALUES, Sum, price, reckon, worth
from tests.kit.reading import happened
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ZERO, Scene, table

LETTERS = {"Q": "quartz", "A": "amethyst", "E": "emerald", "S": "sapphire", "R": "ruby", "M": "amber"}


def sale(letters: str) -> int:
    """Price crystals by their letters; M is amber."""
    return price(multiset(LETTERS[letter] for letter in letters), VALUES)


@qz("QZ-43", "QZ-42")
@pytest.mark.parametrize(("sold", "coins"), [("QQQSS", 19), ("EEEESSQ", 30), ("QAESR", 24), ("QAESRM", 36)])
def test_the_four_worked_sums_come_out(sold: str, coins: int) -> None:
    assert sale(sold) == coins


@qz("QZ-42")
@pytest.mark.parametrize(
    ("sold", "coins", "why"),
    [
        ("", 0, "nothing"),
        ("M", 8, "one crystal"),
        ("QQS", 6, "two of a colour are no set"),
        ("QQQ", 3, "nothing else to double"),
        ("QQQQQQ", 6, "a second set of the same colour doubles nothing"),
        ("QQQM", 3 + 16, "one other colour counts twice"),
        ("QQQMMR", 3 + 32 + 6, "all of the other colour, and only one"),
        ("QQQRMM", 3 + 6 + 32, "in whatever order they come"),
        ("QQQAAAAS", 15 + 8, "rather the three quartz double four amethysts, 8, than those both others, 7"),
        ("QQQAAA", 3 + 6 + 6, "one set doubles the other, once"),
        ("QQQSSS", 3 + 12 + 12, "the better of two sets"),
        ("QQQQSS", 4 + 8 + 8, "four of a kind and only one other colour"),
        ("QQQQSSRM", 4 + 8 + 6 + 8 + 16, "four of a kind double the two best others: 8 and 8, not 6"),
        ("QAESM", 18 + 8, "five colours"),
        ("QQQAESR", 18 + 8, "five colours: 8 rather than the 6 for the doubled ruby"),
        ("QQQAESRR", 24 + 12, "rather 12 for two rubies than 8 for five colours"),
        ("QQQQAESM", 21 + 12, "four of a kind: amber and sapphire, 12, rather than 8"),
        ("QQQQAESRM", 27 + 14, "four of a kind: amber and ruby, 14, rather than 12 for six colours"),
        ("QQQAESRMM", 34 + 16, "two ambers doubled, 16, rather than 12"),
    ],
)
def test_the_best_single_extra_is_applied(sold: str, coins: int, why: str) -> None:
    assert sale(sold) == coins, why


@qz("QZ-42")
@given(st.dictionaries(st.sampled_from([*VALUES, "obsidian"]), st.integers(1, 6)))
def test_no_sale_brings_less_than_its_sum_nor_more_than_twice_that_or_twelve(gems: dict[str, int]) -> None:
    total = worth(gems, VALUES)
    assert total <= price(gems, VALUES) <= max(2 * total, total + 12)


@qz("QZ-42")
def test_obsidian_is_worth_nothing_and_is_no_colour() -> None:
    assert price({"obsidian": 5, "quartz": 1}, VALUES) == 1
    assert price(dict.fromkeys(("quartz", "amethyst", "emerald", "ruby", "obsidian"), 1), VALUES) == 12


@qz("QZ-42", "QZ-41")
def test_crystals_out_of_the_chest_count_towards_a_set() -> None:
    scene = table("", "quartz sapphire sapphire", "", chests={1: "quartz quartz"}, out=[2], active=1)
    scene.when(1, c.Leave()).when(1, c.Store([]), chance=["here_we_go"] * 5)
    assert happened(scene, e.CrystalsSold)[0].coins == 19


@qz("QZ-42")
def test_what_is_stored_counts_towards_nothing() -> None:
    scene = table("", "quartz quartz quartz sapphire", "", out=[2], active=1)
    scene.when(1, c.Leave()).when(1, c.Store(["quartz"]), chance=["here_we_go"] * 5)
    assert happened(scene, e.CrystalsSold)[0].coins == 6


@qz("QZ-42")
def test_a_table_with_prices_of_its_own_sells_by_them() -> None:
    scene = table("", "quartz quartz quartz ruby", "", out=[2], active=1, crystal_values={"ruby": 10})
    scene.when(1, c.Leave()).when(1, c.Store([]), chance=["here_we_go"] * 5)
    assert happened(scene, e.CrystalsSold)[0].coins == 23


@qz("QZ-42")
@pytest.mark.parametrize(
    ("lot", "sum_"),
    [
        ("quartz quartz ruby", Sum((("quartz", 2, 2), ("ruby", 1, 6)), (), 0, 8)),
        ("quartz quartz quartz ruby", Sum((("quartz", 3, 3), ("ruby", 1, 6)), ("ruby",), 0, 15)),
        (
            "amethyst emerald quartz ruby sapphire",
            Sum(
                (("amethyst", 1, 2), ("emerald", 1, 3), ("quartz", 1, 1), ("ruby", 1, 6), ("sapphire", 1, 4)),
                (),
                8,
                24,
            ),
        ),
        (
            "amethyst emerald quartz quartz quartz ruby ruby sapphire",
            Sum(
                (
                    ("amethyst", 1, 2),
                    ("emerald", 1, 3),
                    ("quartz", 3, 3),
                    ("ruby", 2, 12),
                    ("sapphire", 1, 4),
                ),
                ("ruby",),
                0,
                36,
            ),
        ),
    ],
    ids=["nothing", "double", "variety", "double rather than variety"],
)
def test_a_sale_is_shown_as_it_is_reckoned(lot: str, sum_: Sum) -> None:
    assert reckon(multiset(lot.split()), VALUES) == sum_


@qz("QZ-42")
def test_where_both_bring_the_same_variety_is_shown() -> None:
    values = dict.fromkeys(VALUES, 2) | {"ruby": 8}
    found = reckon({"amethyst": 1, "emerald": 1, "quartz": 3, "ruby": 1, "sapphire": 1}, values)
    assert (found.doubled, found.variety, found.coins) == ((), 8, 6 + 6 + 8 + 8)


def prospects(scene: Scene) -> list[str]:
    """Read what seat 0 is told that each answer to its first question would come to."""
    asked = scene.view(ZERO).asked[0]
    lines = [say(QUARTZ, told) for told in QUARTZ.text.prospects(scene.view(ZERO), asked.question)]
    assert len(lines) in (0, len(list(offered(asked.choices))))
    return lines


@qz("QZ-42")
@pytest.mark.parametrize("covered", [False, True])
def test_whoever_sells_is_told_beforehand_what_each_way_would_fetch(covered: bool) -> None:
    goods = "quartz quartz quartz sapphire"
    scene = table(goods, "", "", chests={0: "ruby"}, out=[2], active=1, covered_carts=covered)
    scene.when(1, c.Leave())
    lines = prospects(scene)
    assert lines[0] == (
        "Store nothing, sell quartz ×3 = 3, ruby = 6, sapphire = 4, ruby counts double: +6: coins +19."
    )
    foretold = "Store ruby, sell quartz ×3 = 3, sapphire = 4, sapphire counts double: +4: coins +11."
    assert foretold in lines
    scene.when(0, c.Store(["ruby"]), chance=["here_we_go"] * 5)
    assert [event.coins for event in happened(scene, e.CrystalsSold)] == [11]


@qz("QZ-42")
def test_what_variety_would_bring_is_foretold_too() -> None:
    scene = table("amethyst emerald quartz ruby sapphire", "", "", out=[2], active=1)
    scene.when(1, c.Leave())
    assert "5 different colours: +8" in prospects(scene)[0]


@qz("QZ-42")
def test_nothing_is_foretold_of_what_chance_decides() -> None:
    assert prospects(table("ruby", "quartz", "")) == []
