"""The cells of the table in an email: drawn once, as text and never as markup."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.mail.compose.drawn import DrawnCell

CELL = DrawnCell("R", "#b8243d", "#ffffff", "Ruby")


def test_a_cell_is_drawn_as_text():
    drawn = replace(CELL, letter="<b>", name='"&').html
    assert "<b>" not in drawn and "&lt;b&gt;" in drawn
    assert 'title="&quot;&amp;"' in drawn


@pytest.mark.parametrize("count", [2, 3])
def test_cells_that_differ_in_their_number_alone_are_drawn_apart(count):
    drawn = replace(CELL, count=count).html
    assert "×" not in CELL.html
    assert f"> ×{count}</span></td>" in drawn and f'title="Ruby ×{count}"' in drawn
