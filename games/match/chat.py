"""Chat in a match, muting a player there, and private notes."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.infra import limits
from games.infra.locks import writing
from games.infra.statements import kept
from games.match.actions import Did, Pressed, act
from games.models import (
    ENDED,
    LONGEST_NOTE,
    LONGEST_TALK,
    UNDERWAY,
    ActKind,
    Hush,
    Match,
    Note,
    Player,
    Seat,
    Talk,
    read_at_most,
)
from games.play.workspace import Workspace
from games.players import suspensions
from games.rules.kernel.refusal import Refused

#: Players can chat during the match and after it.
OPEN = UNDERWAY | ENDED
MANY = 100  # new messages; more aren't counted


def say(
    match_id: int,
    number: int,
    told: str,
    now: datetime,
    pressed: Pressed | None = None,
    *,
    to: int | None = None,
) -> None:
    """Send a message to all players, or to the player of one seat alone. Raises Refused."""
    text = read_at_most(told, LONGEST_TALK)

    def speak(work: Workspace, seat: Seat) -> Did:
        if not text:
            raise Refused("nothing_said")
        if work.match.status not in OPEN:
            raise Refused("not_running")
        if seat.player is None:
            raise Refused("not_a_seat")
        reader = None if to is None else _only_reader(work, seat, to)
        suspensions.check(seat.player, now)
        limits.take("talk of a seat", str(seat.pk), now)
        sitting = {"seat": seat, "generation": seat.generation, "player": seat.player}
        work.add(Talk(match=work.match, **sitting, to=reader, text=text, at=now))
        return (ActKind.SAID if reader is None else ActKind.SAID_ALONE), ""

    act(match_id, number, now, pressed, speak)


def _only_reader(work: Workspace, mine: Seat, number: int) -> Player:
    """Find who a private message is for; raise Refused if the match has none or nobody is there."""
    if not work.match.private_messages:
        raise Refused("no_private_messages")
    other = work.seats.get(number)
    if other is None or other == mine or other.player is None:
        raise Refused("not_a_seat")
    return other.player


def hush(
    match_id: int, number: int, whose: int, now: datetime, pressed: Pressed | None = None, *, hushed: bool
) -> None:
    """Mute another player's messages here, or show them again; they aren't told. Raises Refused."""

    def change(work: Workspace, mine: Seat) -> Did:
        other = work.seats.get(whose)
        if other is None or other == mine or other.player is None or mine.player is None:
            raise Refused("not_a_seat")
        pair = {"match": work.match, "by": mine.player, "whose": other.player}
        if Hush.objects.filter(**pair).exists() == hushed:
            return None
        if hushed:
            work.add(Hush(**pair))
        else:
            work.drop(Hush.objects.filter(**pair))
        return (ActKind.HUSHED if hushed else ActKind.UNHUSHED), str(whose)

    act(match_id, number, now, pressed, change)


def note_read(seat: Seat, now: datetime) -> None:
    """Record that a player sees the chat now: what is there isn't new to them any more."""
    if unread(seat):
        with writing():
            Seat.objects.filter(pk=seat.pk).update(read_chat_at=now)


def unread(seat: Seat) -> int:
    """Count the messages that a seat's player hasn't seen yet, without their own and those they hide."""
    if seat.player is None:
        return 0
    return len(_unread(seat.match, seat.player, seat.read_chat_at or seat.match.created_at))


@kept
def _unread(match: Match, reader: Player, since: datetime) -> QuerySet[Talk, int]:
    return Talk.objects.told_to(reader).filter(match=match, at__gt=since).values_list("pk", flat=True)[:MANY]


# --- private notes


def note_of(match: Match, player: Player) -> Note:
    """Return a player's note, or an empty unsaved one."""
    return _notes.first(match, player) or Note(match=match, player=player)


@kept
def _notes(match: Match, player: Player) -> QuerySet[Note]:
    return Note.objects.filter(match=match, player=player)


def write_note(match: Match, player: Player, told: str, edition: int, now: datetime) -> None:
    """Save a note over the given edition; raise Refused if it has changed since.

    Saving the text that is there already is fine, so a second press does no harm.
    """
    text = read_at_most(told, LONGEST_NOTE)
    with writing():
        Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        note = note_of(match, player)
        if note.text == text:
            return
        if note.edition != edition:
            raise Refused("note_changed")
        limits.take("notes of a player", str(player.pk), now)
        note.text, note.edition, note.at = text, edition + 1, now
        note.save()
