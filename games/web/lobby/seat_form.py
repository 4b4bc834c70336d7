"""The form for taking a seat: hand in emails or not, words for the draw, numbers the game asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.lobby.fill import MOST_WORDS, Accepted
from games.models import Player
from games.present.names import readable
from games.present.refusals import sentence
from games.present.words import word
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seat_options import SeatOption

HANDS = {"hand": True, "no_hand": False}


class InvalidForm(ValueError):
    """Raised for an invalid form; `errors` has a sentence for each wrong field."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(" ".join(errors.values()))
        self.errors = dict(errors)


@dataclass(frozen=True)
class Bring:
    """A number that the game asks a player to bring, such as the length of their beard."""

    name: str
    label: str
    value: str
    least: int
    most: int
    wrong: str


@dataclass(frozen=True)
class Taking:
    """The form for taking a seat, with what was filled in so far."""

    has_hand: bool
    hand: bool | None
    words: str
    most_words: int
    brings: Sequence[Bring]
    wrong: Mapping[str, str]


def asked(
    rules: AnyRules, brings: Sequence[SeatOption], said: Mapping[str, str], wrong: Mapping[str, str]
) -> Taking:
    return Taking(
        has_hand=rules.secrecy.has_secrets,
        hand=HANDS.get(said.get("hand", "")),
        words=said.get("words", ""),
        most_words=MOST_WORDS,
        brings=[_bring(rules, one, said, wrong) for one in brings],
        wrong=wrong,
    )


def known(player: Player | None, brings: Sequence[SeatOption]) -> dict[str, str]:
    """Fill in what the player's settings already say."""
    hand = getattr(player, "hand_in_mail", None)
    said = {} if hand is None else {"hand": "hand" if hand else "no_hand"}
    told = {f"bring.{one.name}": getattr(player, one.known, None) for one in brings if one.known}
    return said | {name: str(number) for name, number in told.items() if number is not None}


def _bring(rules: AnyRules, one: SeatOption, said: Mapping[str, str], wrong: Mapping[str, str]) -> Bring:
    name = f"bring.{one.name}"
    label = word(rules, f"brings.{one.name}", otherwise=readable(one.name))
    return Bring(name, label, said.get(name, ""), one.least, one.most, wrong.get(name, ""))


def accepted(
    rules: AnyRules, brings: Sequence[SeatOption], posted: Mapping[str, str], **more: Any
) -> Accepted:
    """Read the form; raise InvalidForm."""
    wrong: dict[str, str] = {}
    hand = HANDS.get(posted.get("hand", ""), None if rules.secrecy.has_secrets else False)
    if hand is None:
        wrong["hand"] = _("Choose whether emails may show your cards. Nothing has been saved yet.")
    words = posted.get("words", "").strip()
    if len(words) > MOST_WORDS or not words.isprintable():
        wrong["words"] = _("Keep it to one line of at most %(most)s characters.") % {"most": MOST_WORDS}
    brought = {}
    for one in brings:
        try:
            brought[one.name] = _number(one, posted.get(f"bring.{one.name}", "").strip())
        except Refused as refused:
            wrong[f"bring.{one.name}"] = sentence(rules, refused.code, refused.plain_details())
    if wrong:
        raise InvalidForm(wrong)
    return Accepted(hand, words, brought, **more)


def _number(one: SeatOption, told: str) -> int:
    """Read a number, an empty field as the least; raise Refused."""
    is_number = told.isascii() and told.isdigit() and len(told) <= len(str(one.most))
    return one.check(int(told) if is_number else (one.least if not told else one.most + 1))
