"""What a mail is about, as its row keeps it in place of a question; and that found again."""

from __future__ import annotations

from datetime import datetime

from games.models import Case, CaseWord, Invitation, Lobby, Outbox, Pause, Ruling, Seat, Subject, Vote


def about_vote(vote: Vote) -> str:
    return f"{vote.subject}-{vote.pk}"


def about_pause(pause: Pause) -> str:
    return f"pause-{pause.pk}"


def about_hands(seat: Seat) -> str:
    """Name a seat as it has changed hands just now."""
    return f"{seat.number}-{seat.generation}"


def about_nudge(seat: Seat, now: datetime) -> str:
    """Name one nudge by who gave it."""
    return f"{seat.number}-{seat.generation}-{now:%Y%m%dT%H%M%S}"


def about_offer(seat: Seat, now: datetime) -> str:
    """Name one offer of a seat; its address, which lets in whoever has it, stays out of the row."""
    return f"{seat.number}-{seat.generation}-{now:%Y%m%dT%H%M%S}"


def about_invitation(made: Invitation) -> str:
    return f"invitation-{made.pk}"


def about_door(lobby: Lobby, language: str) -> str:
    """Name the door of a table as it is now, and the language in which somebody asked for it."""
    return f"{lobby.key_of_door}-{language}"


def about_ruling(ruling: Ruling) -> str:
    return f"ruling-{ruling.pk}"


def about_case(case: Case, word: CaseWord | None = None) -> str:
    """Name a case, as of what was said last."""
    return f"case-{case.pk}-{word.pk if word else 0}"


# --- found again


def ruling_of(row: Outbox) -> Ruling | None:
    """Find the act of a moderator a mail is about."""
    number = _number(row, "ruling")
    return None if number is None else Ruling.objects.select_related("seat__player").filter(pk=number).first()


def invitation_of(row: Outbox) -> Invitation | None:
    """Find the invitation a mail is about."""
    number = _number(row, "invitation")
    return None if number is None else Invitation.objects.select_related("by_name").filter(pk=number).first()


def case_of(row: Outbox) -> Case | None:
    """Find the case a mail is about."""
    number = _number(row, "case")
    return None if number is None else Case.objects.select_related("match").filter(pk=number).first()


def word_of(row: Outbox) -> CaseWord | None:
    """Find what was said that a mail tells of."""
    return CaseWord.objects.filter(pk=int(row.question.split("-")[2])).first()


def door_of(row: Outbox) -> tuple[str, str]:
    """Find the key of the door a mail opens, and the language it was asked for in, if that is known."""
    key, _, language = row.question.partition("-")
    return key, language


def _number(row: Outbox, of: str) -> int | None:
    """Read the number of the row a mail is about, if it is about such a one."""
    about, number, *_ = f"{row.question}-".split("-")
    return int(number) if about == of else None


def subject_of(row: Outbox) -> Subject:
    return Subject(row.question.partition("-")[0])


def seat_of(row: Outbox) -> Seat | None:
    """Find the seat a mail is about, if it is still in the hands it was in."""
    number, generation, *_ = row.question.split("-")
    seats = Seat.objects.select_related("player").filter(match=row.match_id)
    return seats.filter(number=int(number), generation=int(generation)).first()


def proposal(row: Outbox) -> Vote | None:
    """Find the first yes of the vote a mail is about; none where it is over or called off."""
    votes = Vote.objects.filter(match=row.match_id, subject=subject_of(row), seat__on_autopilot=False)
    if row.match is not None:  # play that has moved on voids a proposal to go back
        votes = votes.filter(as_of__in=(0, row.match.version))
    return votes.select_related("seat__player").order_by("pk").first()
