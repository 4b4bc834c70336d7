"""The cards keep the names of the rulebook for whoever reads its language."""

from __future__ import annotations

import pytest

from games.rules.kernel.messages import Row, worded
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules.cards import HELPERS, MINE, PACK, VALUES
from games.titles.quartz_cards.rules.options import Options
from tests.titles.quartz_cards.paragraphs import qc

WORDS = QUARTZ_CARDS.core.words
NAMES = {
    "what_a_beauty": "Mas que beleza!",
    "hand_it_over": "Passa isso aqui...",
    "stop_stop_stop": "Para, para, para!",
    "may_i_help": "Posso ajudar?",
    "little_present": "Um presentinho para você...",
    "yours_no_more": "Isso não te pertence mais...",
    "no_chance": "Sem chance!",
    "over_my_dead_body": "Só por cima do meu cadáver!",
    "get_lost": "Sai fora!",
}


@qc("QC-2")
@pytest.mark.parametrize("card", HELPERS)
def test_every_helper_has_its_portuguese_name_and_another_in_other_languages(card: str) -> None:
    assert worded(WORDS, f"card.{card}", ("pt-br",)) == NAMES[card]
    assert worded(WORDS, f"card.{card}", ("ru",)) == worded(WORDS, f"card.{card}", ())
    assert worded(WORDS, f"card.{card}", ()) != NAMES[card]


def test_what_has_no_name_of_its_own_in_a_language_is_found_all_the_same() -> None:
    assert worded(WORDS, "gem.ruby", ("pt-br",)) == "ruby"
    with pytest.raises(KeyError):
        worded(WORDS, "gem.granite", ("pt-br",))


def test_a_language_goes_before_an_edition() -> None:
    rows = {name: Row(name) for name in ("card", "card|old", "card|pt-br")}
    assert worded(rows, "card", ["pt-br", "old"]) == "card|pt-br"
    assert worded(rows, "card", ["ru", "old"]) == "card|old"


@qc("QC-1", "QC-2")
@pytest.mark.parametrize(
    ("row", "option"),
    [
        ("view.sight.unseen", {"mine_cards": MINE}),
        ("odds.accident", {"mine_cards": MINE}),
        ("view.sight.values", {"crystal_values": VALUES}),
        ("view.sight.helpers", {"helper_cards": PACK}),
    ],
)
def test_what_was_worked_out_here_says_so_until_a_table_has_its_own(
    row: str, option: dict[str, dict[str, int]]
) -> None:
    def label(options: Options) -> str:
        return worded(WORDS, row, QUARTZ_CARDS.text.contexts(options))

    assert "reconstructed" in label(Options())
    assert "reconstructed" not in label(Options(**option))  # type: ignore[arg-type]  # one at a time
