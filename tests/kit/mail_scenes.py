"""One email of every kind of two games, and the turn of others: for snapshots, pictures, tests of frames."""

from __future__ import annotations

import itertools
import random
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from unittest import mock

from django.conf import settings

from games import play
from games.circles import founding, joining, series
from games.disputes import cases
from games.mail import queue
from games.mail.compose import frame
from games.mail.kinds import BOUNCED, CIRCLE, CODES, INVITING, KINDS, OF_ACCOUNT, News
from games.mail.kinds.play import MESSAGE
from games.models import (
    AccountChange,
    AccountChangeKind,
    Case,
    CaseKind,
    ChatKind,
    ChatTarget,
    Deadline,
    Door,
    Inbound,
    Invitation,
    Link,
    Match,
    MatchStatus,
    Membership,
    Order,
    Outbox,
    Player,
    Purpose,
    Ruling,
    RulingKind,
    Seat,
    SeriesMatch,
    Subject,
    Verdict,
    Vote,
)
from games.models.inbound import ANSWER, OF_MESSAGE, SAID
from games.play.diff import label, mail_kind
from games.players import codes
from games.present.match_names import tag
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import QuestionName
from tests.kit.finished import finished as match_over
from tests.kit.kept_rows import reached
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, open_questions, remembering, view

GAMES = ("quartz", "quartz_cards")
FURTHER_GAMES = ("gnomes", "gem_edge")
NAMES = ("Alice", "Bob", "Carol")
LATER = NOON + timedelta(minutes=5)
MOST = 400
ASKING = ("turn", "window", "secret")
OVER = "over"
#: What is told of a table that waits for players.
FILLING = {News.JOINED, News.LEFT, News.DECLINED, News.CALLED_OFF}
#: News whose subject is a seat, by number and generation.
ABOUT_A_SEAT = {News.OFFERED, News.TAKEN, News.UNREACHABLE, News.ON_OFFER, News.GAVE_UP}

ABOUT_CASES = sorted(name for name, kind in KINDS.items() if kind.writer.startswith("cases."))


@contextmanager
def fixed() -> Iterator[None]:
    """Give links the same names and proofs each time."""
    count = itertools.count(1)
    name = Link._meta.get_field("name")
    made = mock.patch.object(name, "_get_default", lambda: next(count).to_bytes(8, "big"))
    with made, mock.patch.object(settings, "SECRET_KEY", "the key of the snapshots"):
        yield


def table(game: str, *, hand: bool = False, language: str = "en", secret: bytes = bytes(32)) -> Match:
    """Start a match whose ids and people are always the same."""
    people = [
        Player.objects.create_user(
            f"{name.lower()}@example.org",
            display_name=name,
            language=language,
            time_zone="America/Sao_Paulo",
            id=uuid.UUID(int=number),
        )
        for number, name in enumerate(NAMES, 1)
    ]
    found = open_table(game, people, [], now=NOON, secret=secret)
    Match.objects.filter(pk=found.pk).update(public_id=f"k7Qz-{game}")
    Seat.objects.filter(match=found).update(hand_in_mail=hand)
    play.start(found.pk, NOON)
    Outbox.objects.filter(match=found).delete()
    found.refresh_from_db()
    return found


def awaited(found: Match) -> list[QuestionName]:
    return sorted(name for name, one in open_questions(found).items() if one.awaited)


def play_until(found: Match, wanted: Callable[[], bool], seed: int = 1) -> bool:
    """Let people answer sensibly until the condition holds; return whether it came to that."""
    dice = random.Random(seed)
    with remembering():
        for _ in range(MOST):
            if wanted():
                return True
            waiting = awaited(found)
            if not waiting:
                break
            name = dice.choice(waiting)
            robot = found.rules.robots[dice.choice(sorted(found.rules.robots))]
            command = robot(view(found, name.seat), open_questions(found)[name], dice)
            assert not answer(found, name, command, LATER).refused
        return wanted()


def asked(found: Match, kind: str) -> QuestionName | None:
    """Find an open question that an email of this kind asks."""
    waiting = open_questions(found)
    kinds = {name: mail_kind(waiting[name], found.rules.core.windows) for name in awaited(found)}
    return next((name for name, one in kinds.items() if one == kind), None)


def row(
    found: Match | None, seat: int | None, kind: str, question: str = "", to: str = "", number: int = 7
) -> Outbox:
    """Queue an email of a kind for a seat."""
    sits = found.seats.select_related("player").get(number=seat) if found and seat is not None else None
    return Outbox.objects.create(
        match=found,
        seat=sits,
        generation=sits.generation if sits else 1,
        kind=kind,
        question=question,
        to=to or (sits.player.email if sits and sits.player else ""),
        dedupe=f"{kind} {question} {seat} {uuid.uuid4()}",
        message_id=uuid.UUID(int=number),
        send_after=NOON,
        created_at=NOON,
    )


def finished(one: Outbox) -> frame.Finished:
    """Render an email as the outbox does."""
    found = Outbox.objects.select_related("match", "seat__player").get(pk=one.pk)
    return frame.finish(found, LATER)


def read(content: bytes) -> EmailMessage:
    found = message_from_bytes(content, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def text_of(content: bytes) -> str:
    part = read(content).get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(content: bytes) -> str:
    part = read(content).get_body(("html",))
    assert part is not None
    return str(part.get_content())


#: What differs between any two emails and reveals nothing: tokens, digests and random ids.
_CHANCE = re.compile(r"(?<=/t/)[a-z2-7]{39}|(?<=r\+)[a-z2-7]{39}|\b[0-9a-f]{64}\b|(?<=thread-)[0-9a-f]{32}")


def without_chance(told: str, found: Match) -> str:
    """Cover the random parts of an email and match, so that two worlds can be compared."""
    plain = (
        told.replace(found.public_id, "ID").replace(found.public_id.lower(), "ID").replace(tag(found), "TAG")
    )
    return _CHANCE.sub(lambda one: f"{len(one[0])} letters", plain)


# --- one email of each kind


def scene(game: str, kind: str, *, hand: bool = False, language: str = "en") -> Outbox:
    """Set up a match in which an email of this kind makes sense, and queue it."""
    if kind in OF_ACCOUNT:
        return _of_account(kind, language)
    if kind in INVITING:
        return _invitation(game, language, kind)
    if kind == "door":
        found = _waiting(game, language)
        return row(found, None, kind, found.lobby.key_of_door, to="dora@example.org")
    if kind in FILLING:
        return _filling(game, language, kind)
    if kind in ASKING or kind in ("reminder", "unreadable"):
        wanted = kind if kind in ASKING else "turn"
        return _asking(played(game, wanted, hand=hand, language=language), kind, wanted)
    if kind == OVER:
        return row(played(game, OVER, hand=hand, language=language), 1, kind)
    found = table(game, hand=hand, language=language)
    if kind in SPECIAL:
        return SPECIAL[kind](found)
    if kind == BOUNCED:
        return row(None, None, kind, to="alice@example.org")
    if kind in (str(News.STOPPED), str(News.REPLACED)):
        return row(found, None, kind, "pause-1", to="alice@example.org")
    return row(found, 1, kind, _about(kind))


def _about(kind: str) -> str:
    if kind == News.PROPOSED:
        return f"{Subject.PAUSE}-1"
    return "0-1" if kind in ABOUT_A_SEAT else "pause-1" if kind in set(News) else ""


def played(game: str, wanted: str, *, hand: bool, language: str) -> Match:
    """Give a table at which such an email is asked for, or a match that is over; played once for all."""
    found = reached((game, wanted, settings.SECRET_KEY), lambda: _play_to(table(game), wanted))
    Seat.objects.filter(match=found).update(hand_in_mail=hand)
    Player.objects.filter(seats__match=found).update(language=language)
    return found


def _play_to(found: Match, wanted: str) -> Match:
    if wanted == OVER:
        assert play_until(found, lambda: not found.is_running)
    else:
        play_until(found, lambda: found.version > 40 and asked(found, wanted) is not None)
    return found


def _asking(found: Match, kind: str, wanted: str) -> Outbox:
    name = asked(found, wanted)
    assert name is not None, f"no {kind} was asked"
    made = row(found, name.seat, kind, label(name))
    if kind == "unreadable":
        _replied(made, "OK, let's mine! More at cards.example")
    return made


def _with_message(found: Match) -> Outbox:
    """Queue the receipt of a message that a reply sent to the chat."""
    raw = b"From: alice@example.org\r\n\r\nsay: Shall we dig deeper?\r\n"
    reply = Inbound.objects.create(raw=raw, digest="1" * 64, door="pipe", state="played", why=SAID)
    made = row(found, 1, MESSAGE)
    Outbox.objects.filter(pk=made.pk).update(dedupe=f"{OF_MESSAGE}{reply.pk}")
    return made


def _replied(made: Outbox, text: str) -> None:
    """Make an email answer a reply that isn't one of its choices."""
    raw = f"From: alice@example.org\r\n\r\n{text}\r\n".encode()
    reply = Inbound.objects.create(raw=raw, digest="0" * 64, door="pipe", state="answered", why="no_choice")
    Outbox.objects.filter(pk=made.pk).update(dedupe=f"{ANSWER}{reply.pk}")


def _waiting(game: str, language: str) -> Match:
    """Set up a match in which one seat waits for somebody."""
    found = table(game, language=language)
    Match.objects.filter(pk=found.pk).update(status=MatchStatus.LOBBY, version=0, started_at=None)
    Seat.objects.filter(match=found, number=2).update(player=None, invited="carol@example.org")
    found.refresh_from_db()
    return found


def _invitation(game: str, language: str, kind: str) -> Outbox:
    return row(_waiting(game, language), 2, kind, to="carol@example.org")


def _to_circle(found: Match) -> Outbox:
    """Invite Bob to Alice's circle."""
    alice, bob = (found.seats.select_related("player").get(number=number).player for number in (0, 1))
    assert alice is not None and bob is not None
    joining.invite(founding.found(alice, "Tuesday club", NOON), alice, bob, NOON)
    Outbox.objects.filter(kind=CIRCLE).delete()
    asked = Membership.objects.get(player=bob)
    return row(None, None, CIRCLE, queue.about_membership(asked).text(), to=bob.email)


def _filling(game: str, language: str, kind: str) -> Outbox:
    """Queue news to the host of a match that waits for players."""
    found = _waiting(game, language)
    made = Invitation.objects.create(
        match=found, seat=found.seats.get(number=2), generation=1, address="carol@example.org"
    )
    about = {News.JOINED: "1-1", News.LEFT: "2-2", News.CALLED_OFF: "forgotten"}
    return row(found, 0, kind, about.get(News(kind), f"invitation-{made.pk}"))


def _proposed(found: Match) -> Outbox:
    seat = found.seats.get(number=0)
    Vote.objects.create(match=found, seat=seat, generation=1, subject=Subject.PAUSE, at=NOON)
    return row(found, 1, News.PROPOSED, _about(News.PROPOSED))


def _resumed(found: Match) -> Outbox:
    return row(found, awaited(found)[0].seat, News.RESUMED, "pause-1")


def _nudged(found: Match) -> Outbox:
    asked = awaited(found)[0].seat
    giver = next(number for number in range(3) if number != asked)
    return row(found, asked, News.NUDGED, f"{giver}-1-20260303T120000")


def _laid(found: Match, kind: str) -> Outbox:
    """Save the first ready-made plan for a seat that isn't asked."""
    (number, *_) = {0, 1, 2} - {name.seat for name in awaited(found)}
    orders = next(iter(found.rules.automation.ready_made.values()))(None)
    order = Order.objects.create(
        match=found,
        seat=found.seats.get(number=number),
        generation=1,
        content=canonical(orders).decode(),
        since=found.version,
        door=Door.LINK,
        at=NOON,
    )
    return row(found, number, kind, f"order-{order.pk}-")


def _moved(found: Match, kind: str) -> Outbox:
    """Answer a question from an email, with the first choice that leaves nothing open."""
    (name, *_) = awaited(found)
    offers = next(one.choices for one in view(found, name.seat).asked if one.question.awaited)
    command = next(choice.command for choice in offers if not choice.fields)
    assert not answer(found, name, f'{{"kind":"{command}"}}', LATER, door=Door.LINK).refused
    return row(found, name.seat, kind, label(name))


def _done(found: Match) -> Outbox:
    """Let a seat's time run out."""
    (name, *_) = awaited(found)
    clock = Deadline.objects.get(match=found, question=label(name))
    assert play.close(clock.pk, clock.due_at)
    found.refresh_from_db()
    return row(found, name.seat, "done", label(name))


def _confirm(found: Match) -> Outbox:
    (name, *_) = awaited(found)
    mail = row(found, name.seat, "confirm", label(name))
    offers = next(one.choices for one in view(found, name.seat).asked if one.question.awaited)
    content = f'{{"kind":"{offers[0].command}"}}'
    assert mail.seat is not None
    Link.objects.create(
        match=found, seat=mail.seat, mail=mail, purpose=Purpose.CONFIRM, question=label(name), content=content
    )
    return mail


def _case(found: Match, kind: str) -> Outbox:
    """Report a line of the log, let a moderator decide, and email one of the two."""
    seat = found.seats.select_related("player").get(number=0)
    assert seat.player is not None
    told = cases.Flag(CaseKind.FAIRNESS, "Is the bag rigged?\nThree rubies: see www.example.org", line=1)
    case, _ = cases.flag(seat, seat.player, told, NOON)
    to = moderator = Player.objects.create_user(
        "moderator@example.org",
        is_moderator=True,
        language=seat.player.language,
        id=uuid.UUID(int=9),  # part of the Message-ID of the conversation
    )
    if kind not in (News.NEW_CASE, News.MORE_SAID):
        to = seat.player
    if kind in (News.ANSWERED, News.DECIDED):
        cases.take(case.pk, cases.JudgedBy(moderator, "I'll look."), NOON)
        cases.answer(case.pk, cases.JudgedBy(moderator, "I have counted what came out of it."), NOON)
    if kind == News.DECIDED:
        why = "The log checks: what came out of the bag was fixed before the first move."
        cases.decide(case.pk, cases.JudgedBy(moderator, why), Verdict.STANDS, NOON)
    Outbox.objects.filter(match=found).delete()
    Case.objects.update(public_id="c4se-c4se-c4se-c")
    return row(found, None, kind, queue.about_case(case, case.words.latest("pk")).text(), to=to.email)


def _ruled(found: Match) -> Outbox:
    """Tell one seat that another was given more time."""
    moderator = Player.objects.create_user("moderator@example.org", is_moderator=True)
    ruling = Ruling.objects.create(
        match=found,
        seat=found.seats.get(number=0),
        moderator=moderator,
        kind=RulingKind.EXTENDED,
        reason="The mail that asked came back; see www.example.org.",
        about=(NOON + timedelta(days=2)).isoformat(),
        at=NOON,
    )
    return row(found, 1, News.RULED, queue.about_ruling(ruling).text())


def _chat_off(found: Match) -> Outbox:
    """Turn off a chat that Alice connected to the match."""
    alice = found.seats.get(number=0).player
    assert alice is not None
    target = ChatTarget.objects.create(
        match=found, kind=ChatKind.DISCORD, secret=b"", shown="discord.com …x7Qz", set_by=alice, made_at=NOON
    )
    return row(None, None, News.CHAT_OFF, queue.about_chat(target).text(), to=alice.email)


def _digest(found: Match) -> Outbox:
    to = found.seats.get(number=awaited(found)[0].seat).player
    assert to is not None
    return row(None, None, "digest", to=to.email)


SPECIAL: dict[str, Callable[[Match], Outbox]] = {
    str(News.PROPOSED): _proposed,
    str(News.RESUMED): _resumed,
    str(News.NUDGED): _nudged,
    CIRCLE: _to_circle,
    str(News.CHAT_OFF): _chat_off,
    "ahead": lambda found: _laid(found, "ahead"),
    "put_off": lambda found: _laid(found, "put_off"),
    "receipt": lambda found: _moved(found, "receipt"),
    "taken_back": lambda found: _moved(found, "taken_back"),
    "done": _done,
    "confirm": _confirm,
    MESSAGE: _with_message,
    "digest": _digest,
    str(News.RULED): _ruled,
    **{str(kind): partial(_case, kind=str(kind)) for kind in ABOUT_CASES},
}

# --- emails about an account, not about a match


def _of_account(kind: str, language: str, letters: int = codes.SHORT) -> Outbox:
    """Email Alice about a change, or a code; the code for her cards names a match."""
    found = table("quartz", language=language)
    alice = found.seats.get(number=0).player
    assert alice is not None
    if kind in CODES:
        about = found if kind == codes.Errand.HAND else None
        return row(about, None, kind, f"{language}-{letters}", to=alice.email)
    return _of_change(alice, kind, alice.email)


def _of_change(player: Player, kind: str, to: str) -> Outbox:
    change = AccountChange.objects.create(player=player, kind=kind, main=player.email, at=NOON)
    return row(None, None, kind, queue.AboutChange(change.pk).text(), to=to)


def told_elsewhere(language: str) -> Outbox:
    """Email a removed address, which can't undo the removal."""
    alice = table("quartz", language=language).seats.get(number=0).player
    assert alice is not None
    return _of_change(alice, AccountChangeKind.ADDRESS_REMOVED, "alice@example.net")


def shared_code(language: str) -> Outbox:
    """Email the code that many requests share."""
    return _of_account(codes.Errand.SIGN_IN, language, codes.LONG)


def over_in_series(language: str, best_of: int = 3) -> Outbox:
    """Email Bob that Alice won the second match of a series, of which he won the first."""
    found = played("quartz", OVER, hand=False, language=language)
    people = [seat.player for seat in found.seats.select_related("player").order_by("number")]
    before = match_over([(one, 1 if number == 1 else 2) for number, one in enumerate(people)]).match
    series.begin(before, best_of)
    series.follow(SeriesMatch.objects.get(match=before), found)
    return row(found, 1, OVER)


ACCOUNT, LANGUAGES = "account", [code for code, _name in settings.LANGUAGES]
TRANSLATED = LANGUAGES[1:]
OF_MATCHES = [kind for kind in KINDS if kind not in OF_ACCOUNT]
#: The snapshots: every kind for two games, with the hand where it shows, in every language; else the turn.
SCENES: list[tuple[str, str, bool, str]] = [
    *((game, kind, False, "en") for game in GAMES for kind in OF_MATCHES),
    *(
        (game, kind, True, "en")
        for game in GAMES
        for kind in ASKING
        if (game, kind) != ("quartz_cards", "secret")
    ),
    *(("quartz", kind, False, language) for kind in OF_MATCHES for language in TRANSLATED),
    *((ACCOUNT, kind, False, language) for kind in sorted(OF_ACCOUNT) for language in LANGUAGES),
    *((game, "turn", True, language) for game in GAMES for language in TRANSLATED),
    *(
        (game, "turn", True, language)
        for game in FURTHER_GAMES
        for language in LANGUAGES
        if (game, language) != ("gnomes", "ru")  # its legend has a letter more than the English
    ),
]
