"""What an email is written from: its row, its reader, and the match as an email may show it to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext

from games.infra.statements import kept
from games.mail import delivery, links
from games.mail.kinds import BEGINNING
from games.models import (
    Link,
    MailState,
    Match,
    Outbox,
    Outcome,
    Player,
    Purpose,
    Seat,
    Submission,
    introduced,
    names_of,
)
from games.models.submission import IN_PERSON
from games.players import account_changes
from games.present.dates import in_words
from games.present.match_names import full_name, tag
from games.present.names import Names
from games.present.seat_view import SeatView
from games.present.story import MatchStory
from games.rules.kernel.codec import canonical, read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.seats import PUBLIC, Reader

FROM_THE_RIGHT = frozenset({"R", "AL"})  # Unicode's names for right-to-left letters
LONGEST_STEM = 160
LONGEST_NAME = 60  # a player's name, including the seat
_PRESSED = re.compile(r"\w*://|www\.|@", re.IGNORECASE)
#: A dot as in a domain name: mail programs turn that alone into a link.
_DOT_OF_HOST = re.compile(r"(?<=\w)[.．。｡](?=[^\W\d_]{2})")


#: The names in a match are the same in all its emails.
@lru_cache(maxsize=5000)
def safe(name: str, longest: int = LONGEST_NAME) -> str:
    """Clean a name or message of a player: no line breaks, no reversed lines, nothing to click.

    Text that is far too long is cut before anything else: normalizing accents may take long.
    """
    plain = unicodedata.normalize("NFC", name[: 4 * longest])
    seen = "".join(sign if sign.isprintable() else " " for sign in plain)
    plain = _DOT_OF_HOST.sub(". ", " ".join(_PRESSED.sub(" ", seen).split()))
    return _kept_apart(plain if len(plain) <= longest else f"{plain[:longest]}…")


def _kept_apart(told: str) -> str:
    """Isolate right-to-left text, so that it doesn't reverse the line around it."""
    turns = any(unicodedata.bidirectional(sign) in FROM_THE_RIGHT for sign in told)
    return f"\u2068{told}\u2069" if turns else told


def moment(when: datetime) -> str:
    """Write a time in the current language and zone; the caller names the zone."""
    # Translators: letters as in Django's date filter, with the weekday
    return in_words(when, pgettext("date format", "l j F, H:i"))


def listed(names: Sequence[str]) -> str:
    return str(get_text_list([*names], gettext("and")))


def host() -> str:
    """Return the site's host name, as in texts and message ids."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def zone() -> str:
    return timezone.get_current_timezone_name()


@lru_cache(maxsize=100)
def _words(rules: AnyRules, options: bytes, language: str) -> Names:
    """Look up a game's words for these options, cached and without players."""
    with translation.override(language):
        return Names(rules, (), read_options(rules, msgspec.json.decode(options)))


def everybody(_: int) -> Reader:
    """Read every event as the public does."""
    return PUBLIC


@dataclass(frozen=True)
class Button:
    """A link drawn as a button."""

    label: str
    url: str
    is_weighty: bool = False  # shown even beside answers, which hide other buttons


@dataclass
class EmailDraft:
    """One email being written; every link in it is a row of its own, saved when the email is finished."""

    row: Outbox
    now: datetime
    links: list[Link] = field(default_factory=list)

    @cached_property
    def match(self) -> Match:
        assert self.row.match is not None
        return self.row.match

    @cached_property
    def seat(self) -> Seat:
        assert self.row.seat is not None
        self.row.seat.match = self.match
        return self.row.seat

    @cached_property
    def player(self) -> Player | None:
        """Find the player it goes to; for some emails only an address is known."""
        if self.row.seat is not None and self.row.seat.player is not None:
            return self.row.seat.player
        if change := account_changes.change_of(self.row):  # its address may belong to nobody now
            return change.player
        return delivery.owner_of(self.row.to) if self.row.to else None

    @property
    def rules(self) -> AnyRules:
        return self.match.rules

    @cached_property
    def names(self) -> Names:
        """Name everybody in the match. Names may contain anything, so they are cleaned for mailboxes."""
        return self._names_in(translation.get_language() or settings.LANGUAGE_CODE)

    @cached_property
    def names_by_language(self) -> dict[str, Names]:
        """Return the names in every language, because a reply may be in any of them."""
        return {language: self._names_in(language) for language, _name in settings.LANGUAGES}

    def _names_in(self, language: str) -> Names:
        found = copy(_words(self.rules, canonical(self.match.options), language))
        found.seats = self._called
        return found

    @cached_property
    def seats(self) -> list[Seat]:
        return [*Seat.objects.at([self.match])[self.match.pk].values()]

    @cached_property
    def _called(self) -> dict[int, str]:
        return {number: safe(name) for number, name in names_of(self.seats).items()}

    @cached_property
    def introduced(self) -> dict[int, str]:
        """Name everybody as where they are listed first: robots are marked."""
        return {number: safe(name) for number, name in introduced(self.seats).items()}

    @cached_property
    def _free(self) -> set[int]:
        """Find the seats nobody has taken yet; after the start, an empty seat belonged to a former player."""
        if self.match.started_at is not None:
            return set()
        return {seat.number for seat in self.seats if seat.player_id is None and not seat.robot}

    @cached_property
    def seat_view(self) -> SeatView:
        """Load the table as this email may show it; raise HistoryBroken or TooNew."""
        found = SeatView.by_mail(self.seat, self.now)
        found.seats, found.names = self.seats, self.names
        return found

    @property
    def keeps_hand_back(self) -> bool:
        """Tell whether there is something that its reader alone may see, and that the email leaves out."""
        return not self.seat_view.shows_hand and not self.seat_view.is_over

    @property
    def view(self) -> Any:
        return self.seat_view.view

    @cached_property
    def story(self) -> MatchStory:
        """Tell what happened as it was seen when it did, also once the match is over."""
        here = self.seat_view
        reader_of = self.seat.reader_of if here.shows_hand else everybody
        return MatchStory(self.rules, here.records, here.table, reader_of, self.names)

    @cached_property
    def last_move(self) -> int:
        """Return the number of the last event of the last move this player made in person."""
        return _moves.first(self.match, self.seat, self.seat.since) or 0

    @cached_property
    def is_first(self) -> bool:
        """Tell whether its reader has had no email about this match yet, and made no move."""
        return not self.last_move and _told.first(self.seat, self.seat.generation) is None

    @property
    def others(self) -> list[str]:
        """Name the other players."""
        own = self.row.seat.number if self.row.seat else None
        gone = self._free | {own}
        return [name for number, name in sorted(self.names.seats.items()) if number not in gone]

    @property
    def other_people(self) -> list[str]:
        """Name the other players without robots and empty seats."""
        own = self.row.seat.number if self.row.seat else None
        there = sorted(seat.number for seat in self.seats if seat.player_id and seat.number != own)
        return [self._called[number] for number in there]

    @property
    def page(self) -> str:
        return f"{settings.SITE_URL}/m/{self.match.public_id}/"

    def link(self, purpose: Purpose, **more: Any) -> str:
        """Add a link; return its address."""
        if self.row.seat is None:
            made = Link(player=self.player, purpose=purpose, mail=self.row, at=self.now, **more)
        else:
            more = {"since": self.match.version, **more}
            made = links.of_seat(self.seat, purpose, self.row, at=self.now, **more)
        self.links.append(made)
        return links.url(made)


@kept
def _told(seat: Seat, generation: int) -> QuerySet[Outbox, int]:
    """Find the emails that said the match has begun, or asked something in it."""
    sent = Outbox.objects.filter(seat=seat, generation=generation, state=MailState.SENT)
    return sent.filter(kind__in=BEGINNING).order_by("-pk").values_list("pk", flat=True)


@kept
def _moves(match: Match, seat: Seat, since: int) -> QuerySet[Submission, int | None]:
    """Find the last events of the moves a seat has made in person since an event, the latest first."""
    moves = Submission.objects.filter(match=match, seat=seat, outcome=Outcome.PLAYED, door__in=IN_PERSON)
    return moves.filter(last_event__gt=since).order_by("-pk").values_list("last_event", flat=True)


def stem(match: Match) -> str:
    """Return how the subjects of all emails of a match end; the tag tells apart matches of the same name."""
    return f"{safe(full_name(match), LONGEST_STEM)} ({tag(match)})"
