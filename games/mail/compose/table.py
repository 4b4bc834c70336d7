"""Emails about a match beside its game: nothing here depends on anybody's cards."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.mail import queue
from games.mail.compose.email_draft import Button, EmailDraft, moment, safe, zone
from games.mail.kinds import KINDS, TO_FORMER
from games.models import Outbox, Seat, Subject, Vote, names_of

Context = dict[str, Any]
PROPOSALS = {
    Subject.PAUSE: (
        lazy("{name} proposes a pause."),
        lazy(
            "During a pause nobody has to move and no time runs. Everyone keeps their time left "
            "until all agree to resume."
        ),
    ),
    Subject.RESUME: (
        lazy("{name} proposes resuming the match."),
        lazy("When the match resumes, everyone has as much time left as when it stopped."),
    ),
    Subject.END: (
        lazy("{name} proposes ending the match without a result."),
        lazy("That ends it for everyone and can't be undone."),
    ),
    Subject.REWIND: (
        lazy("{name} proposes going back to an earlier moment."),
        lazy(
            "Everything that has happened since would be undone for everyone. New draws may turn out "
            "differently. If anyone moves before all agree, the proposal is cancelled."
        ),
    ),
}
NEEDS_ALL = lazy(
    "Everyone who is still playing has to agree. See the match page to vote and to see who "
    "has agreed. If you don't vote, nothing changes."
)
NEEDS_PATIENCE = lazy(
    "See the match page to vote and to see who has agreed. After {day} ({zone}), missing "
    "votes are no longer needed."
)
CALLED_OFF = {
    "host": lazy("The host cancelled the match before it began."),
    "forgotten": lazy(
        "Nothing happened in this match for a long time and nobody joined, so it was closed before it began."
    ),
}
NOTHING_TO_DO = lazy("You don't have to do anything. You can start a new match on the site in a minute.")
SOMEBODY = lazy("Someone you invited")
# The error text may name a card or an answer, and an operator may be a player in the match.
STOPPED = (
    lazy(
        "Match {match} was stopped by an error: its log, up to event {version}, and the rules "
        "disagree. Its deadlines are on hold. All other matches continue."
    ),
    lazy("To see what is wrong, run"),
    "    manage.py verify_matches -- {match}",
    lazy("and once that is fixed, resume the match with"),
    "    manage.py release_match -- {match}",
)
A_FORMER_PLAYER = lazy("A former player")


def context(draft: EmailDraft) -> Context:
    """Write the sentences of this kind."""
    return with_page(draft, says(draft))


def says(draft: EmailDraft) -> list[str]:
    return [str(one) for one in KINDS[draft.row.kind].says]


def with_page(draft: EmailDraft, lines: list[str]) -> Context:
    """Say it, with a button that leads to the page of the match."""
    return {"buttons": [Button(_("Go to the match"), draft.page)], **told(draft, lines)}


def told(draft: EmailDraft, lines: list[str]) -> Context:
    """Say it to this reader; players who lost their seat can report a problem only through this email."""
    title = {"title": str(KINDS[draft.row.kind].subject), "lines": lines}
    if not is_gone(draft.row):
        return title
    return title | {
        "buttons": [Button(_("Report a problem"), f"{draft.page}flag/?mail={draft.row.message_id}")]
    }


def is_gone(row: Outbox) -> bool:
    """Tell whether its reader has lost the seat it is about, and so can't see the page of the match."""
    return row.seat is None and row.match is not None and row.kind in TO_FORMER


def proposal(draft: EmailDraft) -> Context:
    vote = queue.proposal(draft.row)
    if vote is None:  # called off by now; the page shows the current state
        return told(draft, [str(NEEDS_ALL)])
    name = _called(vote.seat)
    lines = [str(one).format(name=name) for one in PROPOSALS[Subject(vote.subject)]]
    return told(draft, [*lines, _until(vote)])


def _until(vote: Vote) -> str:
    if vote.ends_at is None:
        return str(NEEDS_ALL)
    return str(NEEDS_PATIENCE).format(day=moment(vote.ends_at), zone=zone())


def with_name(draft: EmailDraft) -> Context:
    """Write the sentences of this kind with the name of the player it is about."""
    return with_page(draft, says_with_name(draft))


def says_with_name(draft: EmailDraft) -> list[str]:
    seat = queue.seat_of(draft.row)
    name = _called(seat) if seat else str(A_FORMER_PLAYER)
    return [one.format(name=name) for one in says(draft)]


def _called(seat: Seat) -> str:
    return safe(names_of(Seat.objects.filter(match=seat.match_id).select_related("player"))[seat.number])


def stopped(draft: EmailDraft) -> Context:
    match = draft.match
    return told(draft, [str(one).format(match=match.public_id, version=match.version) for one in STOPPED])


def declined(draft: EmailDraft) -> Context:
    """Name the invited person as their host did: by the typed address, or by name."""
    found = queue.invitation_of(draft.row)
    guest = str(SOMEBODY) if found is None else safe(str(found.by_name)) if found.by_name else found.address
    return with_page(draft, [one.format(guest=guest) for one in says(draft)])


def called_off(draft: EmailDraft) -> Context:
    why = queue.AboutCallingOff.parse(draft.row.question).why
    return told(draft, [str(CALLED_OFF[why]), str(NOTHING_TO_DO)])
