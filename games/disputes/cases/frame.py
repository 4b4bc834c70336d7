"""What all actions on a case share: the lock, the checks on text, and the record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from games.infra.locks import writing
from games.models import LONGEST_WORD, Case, CaseState, CaseWord, Match, Player, read_at_most
from games.rules.kernel.refusal import Refused


@contextmanager
def locked(case_id: int) -> Iterator[Case]:
    """Lock the match of a case and yield the case."""
    with writing():
        Match.objects.select_for_update(no_key=True).get(cases=case_id)
        yield Case.objects.select_related("match", "opener", "moderator").get(pk=case_id)


def check_text(words: str) -> str:
    text = read_at_most(words, LONGEST_WORD)
    if not text:
        raise Refused("nothing_said")
    return text


def write(case: Case, author: Player, text: str, key: str, now: datetime, **facts: bool) -> CaseWord:
    return CaseWord.objects.create(case=case, author=author, text=text, key=key, at=now, **facts)


def change(case: Case, state: CaseState, now: datetime) -> None:
    case.state, case.changed_at = state, now
    case.save()
