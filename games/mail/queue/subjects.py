"""Find what an email is about."""

from __future__ import annotations

from games.mail.queue.about import (
    AboutCase,
    AboutChat,
    AboutInvitation,
    AboutMembership,
    AboutRuling,
    AboutSeat,
    AboutVote,
)
from games.models import (
    Case,
    CaseWord,
    ChatTarget,
    Invitation,
    Membership,
    Outbox,
    Ruling,
    Seat,
    Subject,
    Vote,
)


def ruling_of(row: Outbox) -> Ruling | None:
    """Find the ruling an email is about."""
    about = AboutRuling.find(row.question)
    return Ruling.objects.select_related("seat__player").filter(pk=about.number).first() if about else None


def invitation_of(row: Outbox) -> Invitation | None:
    """Find the invitation an email is about."""
    about = AboutInvitation.find(row.question)
    return Invitation.objects.select_related("by_name").filter(pk=about.number).first() if about else None


def membership_of(row: Outbox) -> Membership | None:
    """Find the invitation to a circle that an email is about."""
    about = AboutMembership.find(row.question)
    found = Membership.objects.select_related("circle", "asked_by", "player")
    return found.filter(pk=about.number).first() if about else None


def chat_of(row: Outbox) -> ChatTarget | None:
    """Find the chat an email is about."""
    about = AboutChat.find(row.question)
    found = ChatTarget.objects.select_related("match", "circle")
    return found.filter(pk=about.number).first() if about else None


def case_of(row: Outbox) -> Case | None:
    """Find the case an email is about."""
    about = AboutCase.find(row.question)
    return Case.objects.select_related("match").filter(pk=about.number).first() if about else None


def word_of(row: Outbox) -> CaseWord | None:
    """Find the case message an email is about."""
    return CaseWord.objects.filter(pk=AboutCase.parse(row.question).word).first()


def seat_of(row: Outbox) -> Seat | None:
    """Find the seat an email is about, unless its generation has changed since."""
    about = AboutSeat.parse(row.question)
    seats = Seat.objects.select_related("player").filter(match=row.match_id)
    return seats.filter(number=about.number, generation=about.generation).first()


def subject_of(row: Outbox) -> Subject:
    return AboutVote.parse(row.question).subject


def proposal(row: Outbox) -> Vote | None:
    """Find the first yes of the vote an email is about; None if the vote is over or called off."""
    votes = Vote.objects.filter(match=row.match_id, subject=subject_of(row), seat__on_autopilot=False)
    if row.match is not None:  # a proposal to go back ends when play moves on
        votes = votes.filter(as_of__in=(0, row.match.version))
    return votes.select_related("seat__player").order_by("pk").first()
