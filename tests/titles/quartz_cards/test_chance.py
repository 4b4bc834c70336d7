"""Its chance is fair and can be checked: from the top of the mine to a whole log in a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from games.rules.__main__ import main
from games.rules.kernel.chance import MatchDice, item_at
from games.titles.quartz_cards.rules.cards import MINE, PACK
from tests.kit.dice import p_value

DRAWS = 20_000


@pytest.mark.parametrize("pile", [MINE, PACK], ids=["mine", "helpers"])
def test_every_card_of_a_pile_is_on_top_as_often_as_there_are_copies_of_it(pile: dict[str, int]) -> None:
    size = sum(pile.values())
    dice = MatchDice(bytes(range(32)), ["", "", ""])
    indices = Counter(dice.index(number, pile, size) for number in range(1, DRAWS + 1))
    assert 0.001 < p_value(indices, size) < 0.999
    owners = Counter(item_at(pile, place) for place in range(size))
    assert owners == pile


@pytest.mark.parametrize("windows", ["light", "full"])
@pytest.mark.parametrize("seats", ["2", "4"])
def test_a_finished_match_is_verified_to_the_last_event(
    windows: str, seats: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = f'{{"windows":"{windows}"}}'
    command = ["play", "quartz_cards", "--seats", seats, "--options", options, "--record", str(tmp_path)]
    assert main(command) == 0
    (path,) = tmp_path.iterdir()
    assert main(["verify", str(path)]) == 0
    assert "proved" in capsys.readouterr().out
    path.write_bytes(path.read_bytes().replace(b'"kind":"stopped"', b'"kind":"stopper"', 1))
    assert main(["verify", str(path)]) == 2
