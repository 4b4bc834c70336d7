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


@pytest.mark.parametrize(
    ("option", "figures"), [("mine_cards", MINE), ("crystal_values", VALUES), ("helper_cards", PACK)]
)
def test_what_was_worked_out_here_says_so_until_a_match_has_its_own(
    option: str, figures: dict[str, int]
) -> None:
    def said(options: Options) -> set[str]:
        return {*QUARTZ_CARDS.text.contexts(options)}

    assert f"reconstructed.{option}" in said(Options())
    assert said(Options()) - said(Options(**{option: figures})) == {f"reconstructed.{option}"}  # type: ignore[arg-type]


def test_no_other_row_says_so() -> None:
    """But the options that replace such figures."""
    rows = {key for key, row in WORDS.items() if "reconstructed" in f"{row.text} {row.plural}".lower()}
    assert {key for key in rows if not key.startswith("option.")} == {"reconstructed.label"}
