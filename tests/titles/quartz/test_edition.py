"""The option `edition` changes names and words, and nothing that happens."""

from __future__ import annotations

import pytest

from games.rules.kernel.codec import canonical, written_out
from games.rules.kernel.seats import AFTERWARDS, PUBLIC
from games.rules.wording import word
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.cards import CARDS, DAMAGED_2019
from tests.kit.given import Scene
from tests.kit.random_play import play_at_random
from tests.titles.quartz.paragraphs import BOOK, qz
from tests.titles.quartz.scenes import table


@qz("QZ-61")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_same_match_goes_the_same_way_in_either_edition(seats: int) -> None:
    first, second = (
        play_at_random(QUARTZ, seats, 7, options={"edition": edition}) for edition in ("2016", "2019")
    )
    assert [canonical(record) for record in first.records[1:]] == [
        canonical(record) for record in second.records[1:]
    ]
    for reader in (PUBLIC, AFTERWARDS, first.seats[0]):
        assert written_out(first.view(reader)) == written_out(second.view(reader))


@qz("QZ-61")
def test_both_editions_freeze_the_same_figures() -> None:
    def tables(scene: Scene) -> str:
        return scene.table.table.opened.tables

    assert tables(table("", "", "", edition="2016")) == tables(table("", "", "", edition="2019"))


@qz("QZ-61", "QZ-2")
def test_every_card_has_a_name_of_its_own_in_either_edition() -> None:
    for edition in ("2016", "2019"):
        assert len({card.names[edition] for card in CARDS.values()}) == len(CARDS)
    assert CARDS["on_my_break"].names == {"2016": "Nope. I'm on My Break", "2019": "Перерыв"}


@qz("QZ-61")
def test_the_edition_of_2016_is_played_unless_told_otherwise() -> None:
    assert QUARTZ.core.options().edition == "2016"


@qz("QZ-2")
def test_names_that_are_readings_of_a_damaged_text_are_marked_in_the_rules_and_where_players_read() -> None:
    assert DAMAGED_2019 == ("here_we_go", "eureka", "out_of_my_way", "what_crystal")
    rows = BOOK.path.read_text(encoding="utf-8").split("**QZ-3**")[0].splitlines()
    marked = {row.split("|")[1].strip() for row in rows if "(*damaged*)" in row}
    assert marked == {*DAMAGED_2019}
    told = (BOOK.folder / "help.html").read_text(encoding="utf-8")
    assert all(f"“{CARDS[key].names['2019']}”" in told for key in DAMAGED_2019)
    assert "damaged" in word(QUARTZ, "option.edition.2019")
