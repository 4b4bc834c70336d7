"""The balance report counts what happened, and says how sure it is."""

from __future__ import annotations

from games.rules.catalogue import by_slug
from games.rules.kernel.contract import SeatResult
from games.rules.kernel.seats import Seat
from games.rules.tools.balance import Study, main, study


def test_a_row_says_what_came_of_the_matches() -> None:
    found = Study(2)
    details: dict[str, int | tuple[int, ...]] = {"cards": 3}
    outcome = (SeatResult(Seat(0), 1, 10, details), SeatResult(Seat(1), 2, 4, {"cards": 1}))
    found.add(outcome, ["turn_began", "accident_happened", "turn_began"], Seat(0))
    found.add(outcome, ["turn_began", "turn_began"], Seat(1))
    row = "| light | 2 | 2 | 7.0 ± 3.0 | 6.0 | 2.0 | 0.250 | cards 2.0 | +0.0 ± 35.4 |"
    assert found.row("light") == row


def test_a_shared_win_is_shared() -> None:
    found = Study(2)
    found.add((SeatResult(Seat(0), 1, 5), SeatResult(Seat(1), 1, 5)), ["turn_began"], Seat(0))
    assert found.first_wins == 0.5


def test_the_same_matches_are_played_every_time() -> None:
    rules = by_slug()["quartz_cards"]
    one, two = (study(rules, 2, {}, 2) for _ in range(2))
    assert one == two
    assert len(one.points) == 4


def test_it_writes_a_table_for_every_number_of_seats_and_way_of_asking(tmp_path, capsys) -> None:
    page = tmp_path / "balance.md"
    assert main(["quartz_cards", "--games", "1", "--out", str(page)]) == 0
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[:2] for row in rows[1:4]] == [["| default", n] for n in "234"]
    assert [row.split(" | ")[:2] for row in rows[4:]] == [["| full", n] for n in "234"]
    assert main(["quartz_cards", "--games", "1"]) == 0
    assert "## Quartz: The Card Game" in capsys.readouterr().out
