"""What was decided and left at that closes by itself, once the time for an appeal is over."""

from __future__ import annotations

import pytest

from games.disputes import cases
from games.models import TO_APPEAL, CaseState, Verdict
from tests.kit.flagging import SOON, browser, flag, judge, match_of, moderator, the_case, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def test_what_was_decided_closes_by_itself_once_and_nothing_else_does():
    found, mo = match_of(), moderator()
    flag(browser("alice"), found, "rules", "Look.")
    assert cases.close_settled(SOON + 2 * TO_APPEAL) == 0
    judge(mo, Verdict.STANDS, "So it is.")
    client = browser("alice")
    page = f"/cases/{the_case().public_id}/"
    assert "The case closes by itself" in words(client.get(page))
    assert [cases.close_settled(SOON + TO_APPEAL) for _ in range(2)] == [1, 0]
    assert the_case().state == CaseState.CLOSED
    assert the_case().rulings.filter(kind="closed_case", moderator=None).count() == 1
    assert "closed automatically" in words(client.get(page))
