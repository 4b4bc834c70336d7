"""What mails say of what a table does beside the game: nothing here depends on anybody's cards."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from games import news
from games.models import Outbox, Seat, Subject, Vote, names_of
from games.news import News

SUBJECTS = {
    News.PROPOSED: "You are asked for your vote",
    News.PAUSED: "The match is paused",
    News.RESUMED: "The match goes on",
    News.CLOSED: "The match was ended",
    News.GAVE_UP: "A seat was given up",
    News.OFFERED: "A seat is on offer",
    News.TAKEN: "Somebody has taken over a seat",
    News.ON_AUTOPILOT: "Your seat plays itself",
    News.ON_OFFER: "Your seat is on offer to somebody else",
    News.REPLACED: "Somebody else plays your seat now",
    News.STOPPED: "A match was stopped by a fault",
}
PROPOSALS = {
    Subject.PAUSE: "{name} proposes a pause.\n\nIn a pause nobody is asked anything and no time runs; "
    "every clock keeps what is left of it until all agree to go on.",
    Subject.RESUME: "{name} proposes to go on.\n\nWhen the match goes on, everybody has as much time "
    "left as when it stopped.",
    Subject.END: "{name} proposes to end the match without a result.\n\nIt would be closed for everybody "
    "and for good.",
}
NEEDS_ALL = (
    "Everybody who is there has to agree. Who has, and how to, stands on the page of the match; "
    "as long as you say nothing, nothing happens."
)
NEEDS_PATIENCE = (
    "Who has agreed, and how to, stands on the page of the match. Whoever hasn't answered by {day} ({zone}) "
    "is waited for no longer."
)
SENTENCES = {
    News.PAUSED: "All who are there have agreed to a pause. Nobody is asked anything and no time runs until "
    "all agree to go on; anybody may propose that on the page of the match.",
    News.RESUMED: "The match goes on. Everybody has as much time left as when it stopped.",
    News.CLOSED: "All who are there have agreed to end the match without a result. It is closed for good.",
    News.GAVE_UP: "A player has given up their seat. It plays itself until somebody takes it over: "
    "on the page of the match you can offer it to somebody you would like to play with.",
    News.OFFERED: "{name}'s seat, which plays itself, is on offer. Whoever has its address may take it; it "
    "stands on the page of the match.",
    News.TAKEN: "{name} has taken over a seat that played itself, and plays on from where it stands.",
    News.ON_AUTOPILOT: "You were silent several times in a row, so your seat plays itself now, and the "
    "others may offer it to somebody else.\n\nTo play it yourself again, press 'I am back' on the page of "
    "the match, or just make a move.",
    News.ON_OFFER: "Your seat plays itself, and the others have offered it to somebody else. It is yours "
    "until somebody takes it: press 'I am back' on the page of the match to keep it.",
    News.REPLACED: "You were away, and somebody else has taken over your seat. You are asked nothing any "
    "more, and nothing else of that match reaches you.",
}
# The fault's own sentence may name a card or an answer; who operates the site may sit at the table.
STOPPED = (
    "Match {match} was stopped by a fault: its log, which ends with event {version}, and the rules disagree. "
    "Its clocks stand still, and all other matches go on.\n\n"
    "What is wrong is said by\n\n    manage.py verify_matches -- {match}\n\n"
    "and once that is put right the match goes on by\n\n    manage.py release_match -- {match}"
)
A_FORMER_PLAYER = "A former player"


def told(row: Outbox) -> str:
    """Say it, to this reader."""
    kind = News(row.kind)
    return TELLERS[kind](row) if kind in TELLERS else SENTENCES[kind]


def _proposal(row: Outbox) -> str:
    vote = news.proposal(row)
    if vote is None:  # called off since; the page says how it stands
        return NEEDS_ALL
    told = PROPOSALS[Subject(vote.subject)].format(name=_called(vote.seat))
    return f"{told}\n\n{_until(row, vote) or NEEDS_ALL}"


def _until(row: Outbox, vote: Vote) -> str:
    if vote.ends_at is None or row.seat is None or row.seat.player is None:
        return ""
    zone = row.seat.player.time_zone
    day = f"{vote.ends_at.astimezone(ZoneInfo(zone)):%A %d %B %H:%M}"
    return NEEDS_PATIENCE.format(day=day, zone=zone)


def _with_name(row: Outbox) -> str:
    seat = news.seat_of(row)
    return SENTENCES[News(row.kind)].format(name=_called(seat) if seat else A_FORMER_PLAYER)


def _called(seat: Seat) -> str:
    return names_of(Seat.objects.filter(match=seat.match_id).select_related("player"))[seat.number]


def _stopped(row: Outbox) -> str:
    assert row.match is not None
    return STOPPED.format(match=row.match.public_id, version=row.match.version)


TELLERS: dict[News, Callable[[Outbox], str]] = {
    News.PROPOSED: _proposal,
    News.OFFERED: _with_name,
    News.TAKEN: _with_name,
    News.STOPPED: _stopped,
}
