"""Push as a channel: one dispatch for each device, encrypted for it alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from pywebpush import WebPusher

from games.infra import outgoing
from games.infra.locks import writing
from games.models import Device, Dispatch, Outbox, Player
from games.reach.carrier import TIME_LIMIT, Answer, CarrierOutcome, Errand, Target
from games.reach.push import keys
from games.reach.push.message import CONTENT_TYPE, PushMessage, message_of

GONE = frozenset({404, 410})
TOO_MANY = 429
#: Unless a push service says for how long it takes nothing.
PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)


class Push:
    """Carries notices to browsers and phones."""

    def targets(self, notice: Outbox, reader: Player | None) -> Iterable[Target]:
        if reader is None or not keys.is_on():
            return []
        pks = Device.objects.filter(player=reader).order_by("pk").values_list("pk", flat=True)
        return [Target(pk, is_personal=True) for pk in pks]

    def is_used_by(self, player: Player) -> bool:
        return Device.objects.filter(player=player).exists()

    def pack(self, dispatch: Dispatch, now: datetime) -> Errand | None:
        device = Device.objects.filter(pk=dispatch.target).first()
        return errand(device, message_of(dispatch, now), now) if device else None

    def settle(self, dispatch: Dispatch, outcome: CarrierOutcome, now: datetime) -> None:
        keep(dispatch.target, outcome, now)


def sent(device: Device, message: PushMessage, now: datetime) -> CarrierOutcome:
    """Send a message now, and wait for the answer."""
    try:
        return errand(device, message, now)()
    except Exception as error:  # its text may contain an address
        return CarrierOutcome(Answer.FAILED, error=type(error).__name__)


def errand(device: Device, message: PushMessage, now: datetime) -> Errand:
    """Prepare to send a message to a device."""

    def send() -> CarrierOutcome:
        try:
            to = outgoing.destination(device.endpoint)
            answer = outgoing.send(
                to, "POST", _headers(to, message, now), encrypted(device, message), seconds=TIME_LIMIT
            )
        except outgoing.NotReached as problem:
            return CarrierOutcome(Answer.FAILED, error=f"not reached: {problem.fault}")
        return _outcome(answer)

    return send


def encrypted(device: Device, message: PushMessage) -> bytes:
    """Encrypt a message so that only the device can read it (RFC 8291)."""
    subscription = {
        "endpoint": device.endpoint,
        "keys": {"p256dh": device.p256dh, "auth": device.auth},
    }
    return bytes(WebPusher(subscription).encode(message.content)["body"])


def _headers(to: outgoing.Destination, message: PushMessage, now: datetime) -> dict[str, str]:
    return {
        "Authorization": keys.proof(f"{to.scheme}://{to.authority}", now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": CONTENT_TYPE,
        "TTL": str(int(message.keep_for.total_seconds())),
        "Topic": message.topic,
        "Urgency": "high" if message.is_urgent else "normal",
    }


def _outcome(answer: outgoing.HttpAnswer) -> CarrierOutcome:
    error = f"answered {answer.status}"
    if 200 <= answer.status < 300:
        return CarrierOutcome(Answer.ACCEPTED)
    if answer.status in GONE:
        return CarrierOutcome(Answer.GONE, error=error)
    if answer.status == TOO_MANY:
        return CarrierOutcome(Answer.LATER, error=error, pause=_pause(answer.headers.get("retry-after", "")))
    # What is wrong with our message or our key is wrong the next time too.
    return CarrierOutcome(Answer.REFUSED if 300 <= answer.status < 500 else Answer.FAILED, error=error)


def _pause(told: str) -> timedelta:
    seconds = int(told) if told.isascii() and told.isdecimal() and len(told) < 7 else 0
    return min(max(timedelta(seconds=seconds), PAUSE), LONGEST_PAUSE)


def keep(device: int, outcome: CarrierOutcome, now: datetime) -> None:
    """Keep how a device was reached last; drop one that is gone."""
    mine = Device.objects.filter(pk=device)
    with writing():
        if outcome.answer == Answer.GONE:
            mine.delete()
        elif outcome.answer == Answer.ACCEPTED:
            mine.update(reached_at=now, error="")
        else:
            mine.update(error=outcome.error)
