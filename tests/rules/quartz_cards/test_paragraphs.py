"""The written rules and the tests keep step: no paragraph without a test, no test of one that isn't there."""

from __future__ import annotations

import pytest

from tests.rules.quartz_cards.paragraphs import qc, shown, written


def test_every_paragraph_is_shown_by_a_test() -> None:
    assert set(written()) - shown().keys() == set()


def test_every_paragraph_a_test_names_is_written() -> None:
    assert shown().keys() - set(written()) == set()


def test_paragraphs_stand_once_and_in_order() -> None:
    ids = written()
    assert ids == [f"QC-{number}" for number in (*range(1, 16), 20, 21)]


def test_a_test_cannot_name_something_else() -> None:
    with pytest.raises(AssertionError, match="no ids"):
        qc("QC-one")
    with pytest.raises(AssertionError, match="name a paragraph"):
        qc()
