"""Answering a question by a link: with the link's own choice, or with what was chosen on its page."""

from __future__ import annotations

from typing import Any

from games import play
from games.mail.press.outcome import TOO_LATE, LinkState, Press, PressResult, What, open_questions, read
from games.models import Outcome, Purpose, SealedAnswer, Submission
from games.play import history
from games.play.effects import FROM_MAILS
from games.present.seat_view import SeatView
from games.rules.kernel.codec import codec
from games.rules.kernel.fold import played
from games.rules.kernel.questions import Choice
from games.rules.kernel.refusal import Refused


def answer(one: Press) -> PressResult:
    """Answer; raise Refused, HistoryBroken or TooNew."""
    command = read(one.told)
    if one.link.purpose == Purpose.CONFIRM and not fits(one.link.content, command):
        raise Refused("malformed")
    sealed = last_sealed(one)
    if one.name not in open_questions(one.seat):
        return _what_was_done(one, sealed)
    if _needs_page(one, command):
        return PressResult(What.NEEDS_PAGE, one.told)
    if sealed is not None and _may_be_told(one, sealed.submission) and _is_same(one, sealed.command):
        return PressResult(What.SEALED, sealed.command)
    return _submit(one, sealed)


def _submit(one: Press, sealed: SealedAnswer | None) -> PressResult:
    wish = play.Wish(
        match=one.seat.match_id,
        seat=one.seat.number,
        generation=one.link.generation,
        question=one.name,
        command=one.told,
        key=one.key or one.own_key(sealed.pk if sealed else 0),
        door=one.door,
        address=one.address,
    )
    receipt = play.submit(wish, one.now)
    if receipt.code in TOO_LATE:  # somebody was faster
        return _what_was_done(one, last_sealed(one))
    if receipt.refused:
        return PressResult(What.REFUSED, one.told, receipt.code, receipt.details)
    what = What.SEALED if receipt.outcome == Outcome.SEALED else What.PLAYED
    return PressResult(what, one.told, first_event=receipt.first_event, last_event=receipt.last_event)


def _what_was_done(one: Press, sealed: SealedAnswer | None) -> PressResult:
    """Compare with the answer of a closed question: the same answer gets its receipt, another is too late."""
    found = _told(one, sealed)
    if found is None or not _is_same(one, found.command):
        return PressResult(What.STALE, one.told)
    return PressResult(What.PLAYED, found.command, first_event=found.first_event, last_event=found.last_event)


def _answered(one: Press, sealed: SealedAnswer | None) -> Submission | None:
    """Find the answer given to a closed question, if it wasn't undone."""
    mine = Submission.objects.filter(match=one.seat.match_id, seat=one.seat, question=one.link.question)
    played_last = mine.filter(outcome=Outcome.PLAYED).order_by("pk").last()
    found = sealed.submission if sealed else played_last
    return found if found and _stands(one, found) else None


def _told(one: Press, sealed: SealedAnswer | None) -> Submission | None:
    """Find the answer given to a closed question, if this link may show it."""
    found = _answered(one, sealed)
    return found if found and _may_be_told(one, found) else None


def _may_be_told(one: Press, answer: Submission) -> bool:
    """Tell whether a link may show an answer: not one given on a page with a hand that emails hide."""
    return answer.door in FROM_MAILS or not one.seat.hides_hand


def _stands(one: Press, found: Submission) -> bool:
    """Tell whether an answer still counts; a sealed one counts until play goes back."""
    records, table = history.load(one.seat.match)
    if found.first_event is None:
        return bool(table.rewound == one.name.rewound)
    return any(record.number == found.first_event for record in played(records))


def still_counts(one: Press) -> bool:
    """Tell whether a closed question was answered, and play hasn't gone back before that."""
    if one.name in open_questions(one.seat):
        return False
    return _answered(one, last_sealed(one)) is not None


def last_sealed(one: Press) -> SealedAnswer | None:
    """Find the sealed answer to the link's question, even after the last answer is in."""
    mine = SealedAnswer.objects.filter(
        match=one.seat.match_id,
        seat=one.seat,
        generation=one.link.generation,
        question=one.link.question,
    )
    return mine.select_related("submission").order_by("pk").last()


def _is_same(one: Press, command: str) -> bool:
    """Tell whether two commands mean the same, however they are spelled."""
    decode = codec(one.seat.match.rules).command
    try:
        return bool(command) and decode(one.told) == decode(command)
    except Refused:
        return False


def fits(content: str, command: dict[str, Any]) -> bool:
    """Tell whether a command is the one in a link, with nothing changed but blanks filled in."""
    said = read(content) if content else {}
    return all(command.get(name) == value for name, value in said.items() if value is not None)


def _needs_page(one: Press, command: dict[str, Any]) -> bool:
    """Tell whether a command has blanks left, or can only be given on the page with the hand.

    The latter depends on what is offered, not on what is held, so the link reveals nothing. Whether it is
    this seat's question is checked elsewhere.
    """
    if one.name.seat != one.seat.number:
        return False
    here = SeatView.by_mail(one.seat, one.now)
    offered = here.choices(open_questions(one.seat)[one.name])
    meant = [choice for choice in offered if is_meant(choice, command)]
    if not here.shows_hand and not any(choice.covers(command) for choice in meant):
        return True
    return bool(meant) and all(_is_open(choice, command) for choice in meant)


def is_meant(choice: Choice, command: dict[str, Any]) -> bool:
    """Tell whether a command, with or without its blanks filled in, is this choice."""
    settled = [one for one in choice.fields if not one.many and len(one.values) == 1]
    return choice.command == command.get("kind") and all(
        command.get(one.name, one.values[0]) == one.values[0] for one in settled
    )


def _is_open(choice: Choice, command: dict[str, Any]) -> bool:
    return any(command.get(one.name) is None for one in choice.fields)


def look(one: Press) -> LinkState:
    """Return the state of a link to a question; raise HistoryBroken or TooNew."""
    if one.name in open_questions(one.seat):
        return LinkState.OPEN
    found = _told(one, last_sealed(one))
    was_it = found is not None and bool(found.command and one.told)
    return LinkState.DONE if was_it and found and fits(one.told, read(found.command)) else LinkState.CLOSED
