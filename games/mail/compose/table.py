"""What mails say of what a table does beside the game: nothing here depends on anybody's cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.mail import queue
from games.mail.compose import ruled
from games.mail.compose.letter import Button, Letter, moment, safe, zone
from games.mail.queue import News
from games.models import Outbox, Seat, Subject, Vote, names_of

SUBJECTS: dict[News, Any] = {
    News.PROPOSED: lazy("You are asked for your vote"),
    News.PAUSED: lazy("The match is paused"),
    News.RESUMED: lazy("The match goes on"),
    News.CLOSED: lazy("The match was ended"),
    News.REWOUND: lazy("The match went back to an earlier moment"),
    News.GAVE_UP: lazy("A seat was given up"),
    News.OFFERED: lazy("A seat is on offer"),
    News.TAKEN: lazy("Somebody has taken over a seat"),
    News.ON_AUTOPILOT: lazy("Your seat plays itself"),
    News.ON_OFFER: lazy("Your seat is on offer to somebody else"),
    News.REPLACED: lazy("Somebody else plays your seat now"),
    News.NUDGED: lazy("The table waits for you"),
    News.JOINED: lazy("Somebody has taken a seat"),
    News.LEFT: lazy("A seat is free again"),
    News.DECLINED: lazy("An invitation was declined"),
    News.CALLED_OFF: lazy("The match was called off"),
    News.UNREACHABLE: lazy("A player can't be reached"),
    News.STOPPED: lazy("A match was stopped by a fault"),
    News.FLAGGED: lazy("What you have flagged has come in"),
    News.ANSWERED: lazy("A moderator has answered"),
    News.DECIDED: lazy("A moderator has decided"),
    News.APPEALED: lazy("Another moderator will look into it"),
    News.NEW_CASE: lazy("A case waits for a moderator"),
    News.MORE_SAID: lazy("More was said about a case"),
    News.RULED: lazy("A moderator has acted"),
}
PROPOSALS = {
    Subject.PAUSE: (
        lazy("{name} proposes a pause."),
        lazy(
            "In a pause nobody is asked anything and no time runs; every clock keeps what is left of it "
            "until all agree to go on."
        ),
    ),
    Subject.RESUME: (
        lazy("{name} proposes to go on."),
        lazy("When the match goes on, everybody has as much time left as when it stopped."),
    ),
    Subject.END: (
        lazy("{name} proposes to end the match without a result."),
        lazy("It would be closed for everybody and for good."),
    ),
    Subject.REWIND: (
        lazy("{name} proposes to go back to an earlier moment."),
        lazy(
            "What has happened since would be undone for everybody. Chance that was spent stays spent: what "
            "is drawn after that is drawn anew. As soon as anybody moves, the proposal is void."
        ),
    ),
}
NEEDS_ALL = lazy(
    "Everybody who is there has to agree. Who has, and how to, stands on the page of the match; "
    "as long as you say nothing, nothing happens."
)
NEEDS_PATIENCE = lazy(
    "Who has agreed, and how to, stands on the page of the match. Whoever hasn't answered by {day} ({zone}) "
    "is waited for no longer."
)
SENTENCES: dict[News, tuple[Any, ...]] = {
    News.PAUSED: (
        lazy(
            "All who are there have agreed to a pause. Nobody is asked anything and no time runs until "
            "all agree to go on; anybody may propose that on the page of the match."
        ),
    ),
    News.RESUMED: (lazy("The match goes on. Everybody has as much time left as when it stopped."),),
    News.CLOSED: (
        lazy("All who are there have agreed to end the match without a result. It is closed for good."),
    ),
    News.REWOUND: (
        lazy(
            "All who are concerned have agreed to go back to an earlier moment; what happened since then "
            "counts no more, and no address in an earlier mail plays anything."
        ),
        lazy(
            "Chance that was spent stays spent: what is drawn from now on is drawn anew. Plans, and answers "
            "that lay sealed, are off. Whoever is asked something has a new mail and a new clock."
        ),
    ),
    News.GAVE_UP: (
        lazy(
            "A player has given up their seat. It plays itself until somebody takes it over: "
            "on the page of the match you can offer it to somebody you would like to play with."
        ),
    ),
    News.OFFERED: (
        lazy(
            "{name}'s seat, which plays itself, is on offer. Whoever has its address may take it; it "
            "stands on the page of the match."
        ),
    ),
    News.TAKEN: (
        lazy("{name} has taken over a seat that played itself, and plays on from where it stands."),
    ),
    News.ON_AUTOPILOT: (
        lazy(
            "You were silent several times in a row, so your seat plays itself now, and the "
            "others may offer it to somebody else."
        ),
        lazy("To play it yourself again, press 'I am back' on the page of the match, or just make a move."),
    ),
    News.ON_OFFER: (
        lazy(
            "Your seat plays itself, and the others have offered it to somebody else. It is yours "
            "until somebody takes it: press 'I am back' on the page of the match to keep it."
        ),
    ),
    News.REPLACED: (
        lazy(
            "You were away, and somebody else has taken over your seat. You are asked nothing any "
            "more, and nothing else of that match reaches you."
        ),
    ),
    News.NUDGED: (
        lazy("A friendly nudge from {name}, who would like to know how it goes on."),
        lazy("In case the mail that asked you went under, here is once more what is asked."),
    ),
    News.JOINED: (
        lazy("{name} has taken a seat at your table."),
        lazy("The match begins by itself when the last seat is taken. How it stands is on its page."),
    ),
    News.LEFT: (
        lazy("Somebody has left your table before it began, and their seat is free again."),
        lazy("On the page of the match you can invite somebody else, or let a robot sit down."),
    ),
    News.DECLINED: (
        lazy("{guest} won't play this time, and the seat is free again."),
        lazy("On the page of the match you can invite somebody else, or let a robot sit down."),
    ),
    News.UNREACHABLE: (
        lazy("Our mails to {name} come back, so {name} may not know what is asked."),
        lazy(
            "Nobody is passed over because of that without its being said: the clock runs as the table "
            "has agreed, and {name} can put the address right on the page of the match."
        ),
    ),
}
CALLED_OFF = {
    "host": lazy("Whoever opened the table has called the match off before it began."),
    "forgotten": lazy(
        "For a long time nothing has happened at this table and nobody has come, so it was closed "
        "before it began."
    ),
}
#: What is told to who has a seat no more.
FROM_THE_TABLE = frozenset({News.REPLACED, News.RULED})
NOTHING_TO_DO = lazy("There is nothing you have to do. A new table is opened in a minute on the site.")
SOMEBODY = lazy("Somebody you invited")
# The fault's own sentence may name a card or an answer; who operates the site may sit at the table.
STOPPED = (
    lazy(
        "Match {match} was stopped by a fault: its log, which ends with event {version}, and the rules "
        "disagree. Its clocks stand still, and all other matches go on."
    ),
    lazy("What is wrong is said by"),
    "    manage.py verify_matches -- {match}",
    lazy("and once that is put right the match goes on by"),
    "    manage.py release_match -- {match}",
)
A_FORMER_PLAYER = lazy("A former player")


def context(letter: Letter) -> dict[str, Any]:
    """Say it, to this reader."""
    kind = News(letter.row.kind)
    lines = TELLERS[kind](letter.row) if kind in TELLERS else [str(one) for one in SENTENCES[kind]]
    told = {"title": str(SUBJECTS[kind]), "lines": lines}
    return (
        told | {"buttons": [Button(_("Flag a problem"), f"{letter.page}flag/?mail={letter.row.message_id}")]}
        if is_gone(letter.row)
        else told
    )


def is_gone(row: Outbox) -> bool:
    """Tell whether its reader sits no more where it is about: no page of the match is theirs but that one."""
    return row.seat is None and row.match is not None and row.kind in FROM_THE_TABLE


def _proposal(row: Outbox) -> list[str]:
    vote = queue.proposal(row)
    if vote is None:  # called off since; the page says how it stands
        return [str(NEEDS_ALL)]
    name = _called(vote.seat)
    told = [str(one).format(name=name) for one in PROPOSALS[Subject(vote.subject)]]
    return [*told, _until(vote)]


def _until(vote: Vote) -> str:
    if vote.ends_at is None:
        return str(NEEDS_ALL)
    return str(NEEDS_PATIENCE).format(day=moment(vote.ends_at), zone=zone())


def _with_name(row: Outbox) -> list[str]:
    seat = queue.seat_of(row)
    name = _called(seat) if seat else str(A_FORMER_PLAYER)
    return [str(one).format(name=name) for one in SENTENCES[News(row.kind)]]


def _called(seat: Seat) -> str:
    return safe(names_of(Seat.objects.filter(match=seat.match_id).select_related("player"))[seat.number])


def _stopped(row: Outbox) -> list[str]:
    assert row.match is not None
    return [str(one).format(match=row.match.public_id, version=row.match.version) for one in STOPPED]


def _declined(row: Outbox) -> list[str]:
    """Name who was asked as their host did: by the address they typed, or by name."""
    found = queue.invitation_of(row)
    guest = str(SOMEBODY) if found is None else safe(str(found.by_name)) if found.by_name else found.address
    return [str(one).format(guest=guest) for one in SENTENCES[News.DECLINED]]


def _called_off(row: Outbox) -> list[str]:
    return [str(CALLED_OFF[row.question]), str(NOTHING_TO_DO)]


TELLERS: dict[News, Callable[[Outbox], list[str]]] = {
    News.PROPOSED: _proposal,
    News.OFFERED: _with_name,
    News.TAKEN: _with_name,
    News.NUDGED: _with_name,
    News.JOINED: _with_name,
    News.DECLINED: _declined,
    News.CALLED_OFF: _called_off,
    News.UNREACHABLE: _with_name,
    News.STOPPED: _stopped,
    News.RULED: ruled.lines,
}
