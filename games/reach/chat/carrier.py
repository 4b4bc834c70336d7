"""Carries notices to chats: the third channel beside email and push."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from games.infra import outgoing
from games.infra.locks import writing
from games.infra.outgoing import Fault, NotReached
from games.mail import queue
from games.mail.kinds import ANNOUNCED, News
from games.models import ChatMessage, ChatTarget, Dispatch, Outbox, Player
from games.reach.carrier import TIME_LIMIT, Answer, CarrierOutcome, Errand, Target
from games.reach.chat import saying, secrets
from games.reach.chat.message import ChatText
from games.reach.chat.services import SERVICES, Service
from games.reach.chat.services.service import Request, Writing

#: A chat that failed for so long is turned off, and its owner is told.
PATIENCE = timedelta(days=7)
#: So often at most a chat is written to: every service allows this.
PACE = timedelta(seconds=3)
#: What another try won't change.
FINAL = frozenset({Fault.ADDRESS, Fault.INNER})
#: An edit of a message that is gone becomes a new one.
LOST = frozenset({"message_lost", "status_404"})


@dataclass(frozen=True)
class ChatOutcome(CarrierOutcome):
    """What came of sending, with what was said; `asked` tells whether the service was asked at all."""

    message: ChatText | None = None
    asked: bool = True


#: There is nothing to say that wasn't said before.
NOTHING_NEW = ChatOutcome(Answer.ACCEPTED, asked=False)


class ChatCarrier:
    """Finds the chats a notice goes to, writes what each is told, and keeps what became of it."""

    def targets(self, notice: Outbox, reader: Player | None) -> Iterable[Target]:
        if notice.match is None:
            return []
        found = ChatTarget.objects.working().for_match(notice.match, reader)
        return [
            Target(one.pk, one.is_personal) for one in found if one.is_personal or notice.kind in ANNOUNCED
        ]

    def is_used_by(self, player: Player) -> bool:
        return ChatTarget.objects.working().filter(player=player).exists()

    def pack(self, dispatch: Dispatch, now: datetime) -> Errand | None:
        target = ChatTarget.objects.working().select_related("player").filter(pk=dispatch.target).first()
        if target is None:
            return None
        if later := _rests(target, now):
            return partial(_as_it_is, ChatOutcome(Answer.LATER, error="too_many", pause=later, asked=False))
        message = saying.said(target, dispatch.notice)
        last = ChatMessage.objects.filter(target=target, match=dispatch.notice.match_id).first()
        if message is None or (last is not None and is_said_already(target, message, last)):
            return partial(_as_it_is, NOTHING_NEW)
        edits = last.receipt if last is not None and message.continues(last.about) else ""
        return prepared(target, message, dispatch.key.hex, now, edits)

    def settle(self, dispatch: Dispatch, outcome: CarrierOutcome, now: datetime) -> None:
        found = outcome if isinstance(outcome, ChatOutcome) else ChatOutcome(**vars(outcome))
        if found.asked:
            note(dispatch.target, found, now, dispatch.notice)


def _rests(target: ChatTarget, now: datetime) -> timedelta | None:
    """Return how long this chat is left alone: as its service said, and never less than our own pace."""
    ends = [target.rests_until, target.tried_at + PACE if target.tried_at else None]
    later = max((end for end in ends if end is not None), default=now)
    return later - now if later > now else None


def _as_it_is(outcome: ChatOutcome) -> ChatOutcome:
    return outcome


def is_said_already(target: ChatTarget, message: ChatText, last: ChatMessage) -> bool:
    """Tell whether the last message is about the same, and says the same or can't be edited."""
    can_edit = SERVICES[target.kind].edits and bool(last.receipt)
    return message.continues(last.about) and (last.digest == message.digest or not can_edit)


# --- sending


def prepared(target: ChatTarget, message: ChatText, key: str, now: datetime, edits: str = "") -> Errand:
    """Write down all that is to be sent, for a function that needs no database."""
    try:
        secret = secrets.opened(target.secret)
    except secrets.KeyLost:
        return partial(_as_it_is, ChatOutcome(Answer.REFUSED, error="key"))
    service, first = SERVICES[target.kind], Writing(secret, now, key, edits)
    tries = [first, replace(first, key=f"{key}n", edits="")] if edits else [first]
    return partial(_sent, service, [(one, service.request(message, one)) for one in tries], message)


def _sent(service: Service, tries: Sequence[tuple[Writing, Request]], message: ChatText) -> ChatOutcome:
    """Send; if the message to edit is gone, send a new one."""
    found = CarrierOutcome(Answer.REFUSED)
    for one, request in tries:
        found = _asked(service, one, request, TIME_LIMIT / len(tries))
        if found.error not in LOST:
            break
    return ChatOutcome(**vars(found), message=message)


def _asked(service: Service, one: Writing, request: Request, seconds: float) -> CarrierOutcome:
    try:
        to = outgoing.destination(request.url)
        answer = outgoing.send(to, request.method, request.headers, request.body, seconds=seconds)
    except NotReached as reason:
        kind = Answer.REFUSED if reason.fault in FINAL else Answer.FAILED
        return CarrierOutcome(kind, error=reason.fault.value)
    return service.outcome(answer, one)


# --- what came of it


def note(pk: int, outcome: ChatOutcome, now: datetime, notice: Outbox | None = None) -> None:
    """Record what came of asking a service; turn off a chat that is gone, or has failed for too long."""
    with writing():
        target = ChatTarget.objects.select_for_update().filter(pk=pk).first()
        if target is None:
            return
        target.tried_at = now
        if outcome.answer == Answer.ACCEPTED:
            target.ok_at, target.error, target.failing_since, target.rests_until = now, "", None, None
            if notice is not None and notice.match_id is not None and outcome.message is not None:
                _keep(target, notice.match_id, outcome, outcome.message, now)
        elif outcome.answer == Answer.LATER:
            target.rests_until = now + outcome.pause
        else:
            _note_failure(target, outcome, now)
        target.save(update_fields=[*CHANGING])


def note_test(pk: int, outcome: CarrierOutcome, now: datetime) -> None:
    """Record what came of a test. It turns nothing off, but on again if it arrived."""
    with writing():
        target = ChatTarget.objects.select_for_update().filter(pk=pk).first()
        if target is None:
            return
        target.error = "" if outcome.answer == Answer.ACCEPTED else outcome.error[:40]
        if outcome.answer == Answer.ACCEPTED:
            target.ok_at, target.failing_since, target.off_at = now, None, None
        target.tried_at = now
        target.save(update_fields=[*CHANGING])


CHANGING = ("tried_at", "ok_at", "error", "failing_since", "rests_until", "off_at")


def _keep(target: ChatTarget, match: int, outcome: CarrierOutcome, message: ChatText, now: datetime) -> None:
    said = {"receipt": outcome.receipt, "about": [*message.about], "digest": message.digest, "at": now}
    ChatMessage.objects.update_or_create(target=target, match_id=match, defaults=said)


def _note_failure(target: ChatTarget, outcome: CarrierOutcome, now: datetime) -> None:
    target.error, target.failing_since = outcome.error[:40], target.failing_since or now
    is_over = outcome.answer == Answer.GONE or now - target.failing_since >= PATIENCE
    if is_over and target.off_at is None:
        target.off_at = now
        if owner := target.owner:
            told = queue.to_player(owner, News.CHAT_OFF, queue.about_chat(target))
            queue.write([replace(told, reason=f"{told.about.text()}-{now:%Y%m%d}").row(None, now)])
