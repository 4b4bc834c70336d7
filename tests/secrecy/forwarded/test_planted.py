"""Mistakes through which an email could reveal something: each is planted, and found in two worlds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from games.mail.compose import receipts
from games.mail.press import answers
from games.models import Door
from games.play.diff import label
from games.present.seat_view import SeatView
from games.rules.kernel.questions import Question
from tests.secrecy.forwarded.both import Differs, asking, compared, mails, seal, seated
from tests.secrecy.forwarded.mailbox import Mailbox
from tests.secrecy.forwarded.moments import Moment
from tests.secrecy.forwarded.tables import TABLES, telling

pytestmark = pytest.mark.django_db


def asked(kind: str) -> Moment:
    return next(one for one in telling(TABLES["quartz, covered"]) if one.kind == kind)


def own_silence(self: SeatView, question: Question) -> Any:
    return msgspec.to_builtins(self.match.rules.core.silence(self.table.state, question))


def own_choices(self: SeatView, question: Question) -> Any:
    return self.match.rules.core.choices(self.table.state, question)


def own_view(self: SeatView) -> Any:
    return self.match.rules.core.view(self.table.state, self.number)


PLANTED: dict[str, tuple[str, object, str, object]] = {
    "the default move": ("keep", SeatView, "silence", own_silence),
    "the choices": ("share", SeatView, "choices", own_choices),
    "the table": ("turn", SeatView, "view", property(own_view)),
    "a press that the judge looks at": ("turn", answers, "_needs_page", lambda one, command: False),
}


@pytest.mark.parametrize(("kind", "where", "name", "mistake"), PLANTED.values(), ids=PLANTED)
def test_a_mistake_is_found(monkeypatch, kind, where, name, mistake):
    moment = asked(kind)
    monkeypatch.setattr(where, name, mistake)
    with pytest.raises(Differs):
        compared(seated(moment), moment, asking(moment))


def repeating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipts, "_repeated", lambda letter, command: command)


def telling_what_was_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_may_be_told", lambda one, answer: True)


def receipt(box: Mailbox, moment: Moment) -> Any:
    return mails({"receipt": label(moment.name)})


ANSWERED: dict[str, tuple[Callable[..., None], Callable[..., Any], Door]] = {
    "a receipt repeats": (repeating, receipt, Door.LINK),
    "a link tells": (telling_what_was_answered, lambda box, moment: asking(moment), Door.PAGE),
}


@pytest.mark.parametrize(("mistake", "reads", "door"), ANSWERED.values(), ids=ANSWERED)
def test_a_mistake_about_what_was_answered_is_found(monkeypatch, mistake, reads, door):
    moment = next(one for one in telling(TABLES["cards, full"]) if one.kind == "attack")
    box = seated(moment)
    mistake(monkeypatch)
    with pytest.raises(Differs):
        compared(box, moment, reads(box, moment), partial(seal, box, moment, door))
