"""What an email or a link is about. Rows store it as a short text, which only this file writes and reads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Self

from games.models import (
    Case,
    CaseWord,
    ChatTarget,
    Invitation,
    Lobby,
    Membership,
    Order,
    Pause,
    Ruling,
    Seat,
    Subject,
    Vote,
)
from games.rules.kernel.questions import QuestionName


class About(ABC):
    """One thing a row can be about. A text can mean several things: the row's kind tells which."""

    @abstractmethod
    def text(self) -> str:
        """Write it as rows store it."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """Read it; raise ValueError if the row is about something else."""

    @classmethod
    def find(cls, text: str) -> Self | None:
        """Read it; return None if the row is about something else."""
        try:
            return cls.parse(text)
        except ValueError:
            return None


@dataclass(frozen=True)
class AboutNothing(About):
    def text(self) -> str:
        return ""

    @classmethod
    def parse(cls, text: str) -> Self:
        if text:
            raise ValueError(text)
        return cls()


@dataclass(frozen=True)
class AboutQuestion(About):
    name: QuestionName

    def text(self) -> str:
        return self.name.text()

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(QuestionName.parse(text))

    @staticmethod
    def ending(opened: int, seat: int) -> str:
        """Return how the texts of a question end, however often play went back."""
        return f"-{opened}-{seat}"


@dataclass(frozen=True)
class AboutSeat(About):
    """A seat and one of its players; with `moment`, something that was done about it then."""

    number: int
    generation: int
    moment: str = ""

    def text(self) -> str:
        return "-".join(filter(None, (str(self.number), str(self.generation), self.moment)))

    @classmethod
    def parse(cls, text: str) -> Self:
        number, generation, moment, *_ = f"{text}--".split("-")
        return cls(int(number), int(generation), moment)


@dataclass(frozen=True)
class AboutVote(About):
    subject: Subject
    number: int

    def text(self) -> str:
        return f"{self.subject}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> Self:
        subject, _, number = text.partition("-")
        return cls(Subject(subject), int(number))


@dataclass(frozen=True)
class AboutRow(About):
    """A row of another model, by its primary key."""

    PREFIX: ClassVar[str]
    number: int

    def text(self) -> str:
        return f"{self.PREFIX}-{self.number}"

    @classmethod
    def parse(cls, text: str) -> Self:
        prefix, _, number = text.partition("-")
        if prefix != cls.PREFIX:
            raise ValueError(text)
        return cls(int(number))


class AboutPause(AboutRow):
    PREFIX = "pause"


class AboutInvitation(AboutRow):
    PREFIX = "invitation"


class AboutMembership(AboutRow):
    """An invitation to a circle."""

    PREFIX = "membership"


class AboutRuling(AboutRow):
    PREFIX = "ruling"


class AboutChat(AboutRow):
    """A chat that messages go to."""

    PREFIX = "chat"


class AboutChange(AboutRow):
    """A change to an account."""

    PREFIX = "change"


class AboutRewind(AboutRow):
    """Going back; the number is that of the match's last event before it."""

    PREFIX = "rewound"


@dataclass(frozen=True)
class AboutCase(About):
    """A case, and the last message in it."""

    number: int
    word: int = 0

    def text(self) -> str:
        return f"{self.beginning()}{self.word}"

    def beginning(self) -> str:
        """Return how all texts about this case begin."""
        return f"case-{self.number}-"

    @classmethod
    def parse(cls, text: str) -> Self:
        prefix, number, word, *_ = f"{text}--".split("-")
        if prefix != "case":
            raise ValueError(text)
        return cls(int(number), int(word or 0))


@dataclass(frozen=True)
class AboutOrders(About):
    """Orders that were laid; with `event`, the event since which their plan is sure to stop."""

    number: int
    event: int | None = None

    def text(self) -> str:
        return f"order-{self.number}-{'' if self.event is None else self.event}"

    @classmethod
    def parse(cls, text: str) -> Self:
        prefix, number, event, *_ = f"{text}--".split("-")
        if prefix != "order":
            raise ValueError(text)
        return cls(int(number), int(event) if event else None)


@dataclass(frozen=True)
class AboutCode(About):
    """A code with this number of letters, and the language it was asked for in."""

    language: str
    letters: int

    def text(self) -> str:
        return f"{self.language}-{self.letters}"

    @classmethod
    def parse(cls, text: str) -> Self:
        language, _, letters = text.rpartition("-")
        return cls(language, int(letters))


@dataclass(frozen=True)
class AboutDoor(About):
    """The open door of a lobby, by its key, and the language it was asked for in, if known."""

    key: str
    language: str = ""

    def text(self) -> str:
        return f"{self.key}-{self.language}"

    @classmethod
    def parse(cls, text: str) -> Self:
        key, _, language = text.partition("-")
        return cls(key, language)


@dataclass(frozen=True)
class AboutCallingOff(About):
    """Why a match was called off before it began."""

    why: str

    def text(self) -> str:
        return self.why

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(text)


@dataclass(frozen=True)
class SavedLater(About):
    """About a row that gets its primary key only when the transaction is written."""

    make: Callable[[], About]

    def text(self) -> str:
        return self.make().text()

    @classmethod
    def parse(cls, text: str) -> Self:
        raise ValueError(text)


# --- from models


def about_vote(vote: Vote) -> SavedLater:
    return SavedLater(lambda: AboutVote(Subject(vote.subject), vote.pk))


def about_pause(pause: Pause) -> SavedLater:
    return SavedLater(lambda: AboutPause(pause.pk))


def about_hands(seat: Seat) -> AboutSeat:
    """Name a seat that has just got another player, or none."""
    return AboutSeat(seat.number, seat.generation)


def about_seat_now(seat: Seat, now: datetime) -> AboutSeat:
    """Name what is done about a seat now. Leave out the offer's link: it lets in anyone who has it."""
    return AboutSeat(seat.number, seat.generation, f"{now:%Y%m%dT%H%M%S}")


def about_invitation(made: Invitation) -> AboutInvitation:
    return AboutInvitation(made.pk)


def about_membership(made: Membership) -> AboutMembership:
    return AboutMembership(made.pk)


def about_chat(target: ChatTarget) -> AboutChat:
    return AboutChat(target.pk)


def about_door(lobby: Lobby, language: str) -> AboutDoor:
    return AboutDoor(lobby.key_of_door, language)


def about_ruling(ruling: Ruling) -> SavedLater:
    return SavedLater(lambda: AboutRuling(ruling.pk))


def about_case(case: Case, word: CaseWord | None = None) -> AboutCase:
    return AboutCase(case.pk, word.pk if word else 0)


def about_orders(order: Order, event: int | None = None) -> SavedLater:
    return SavedLater(lambda: AboutOrders(order.pk, event))
