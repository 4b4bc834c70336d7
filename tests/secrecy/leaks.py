"""Leaks in the rules of the toy: each is a mistake somebody could make."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace as changed

from games.rules.kernel.contract import AnyRules, NoOptions
from games.rules.kernel.events import Record
from games.rules.kernel.messages import Message, Seen, listed
from games.rules.kernel.questions import Asked, Choices, Field, Question
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Onlooker, Reader, Seat
from tests.toy import rules as t
from tests.toy.rules import MAGPIES, choices

FIRST = Seat(0)
VALUES = {"bead": 1, "caw": 0, "ring": 2, "spoon": 3}


def worth(state: t.State, seat: Seat) -> int:
    return sum(VALUES[card] * count for card, count in state.hands[seat].items())


def rivals_hold(state: t.State, seat: int, card: str) -> bool:
    return any(card in hand for other, hand in state.hands.items() if other != seat)


# --- in views


def with_view(change: Callable[[t.View, t.State], dict[str, Any]]) -> AnyRules:
    def leaking(state: t.State, reader: Reader) -> t.View:
        sight = MAGPIES.core.view(state, reader)
        return changed(sight, **change(sight, state))

    return MAGPIES.changed(view=leaking)


def hands_by_worth(sight: t.View, state: t.State) -> dict[str, Any]:
    """Show the right numbers in a revealing order."""
    return {"hands": dict(sorted(sight.hands.items(), key=lambda held: worth(state, held[0])))}


def caws_out_there(sight: t.View, state: t.State) -> dict[str, Any]:
    return {"nests": sight.nests | {-1: sum(hand.get("caw", 0) for hand in state.hands.values())}}


def beads_in_the_deck(sight: t.View, state: t.State) -> dict[str, Any]:
    return {"to_act": [state.urns["deck"].get("bead", 0)]}


def nests_by_worth(sight: t.View, state: t.State) -> dict[str, Any]:
    return {"nests": {seat: sum(map(VALUES.__getitem__, nest)) for seat, nest in state.nests.items()}}


def all_for_the_public(state: t.State, reader: Reader) -> t.View:
    """Treat the public as everyone after the end."""
    return MAGPIES.core.view(state, AFTERWARDS if isinstance(reader, Onlooker) else reader)


def stumbling(state: t.State, reader: Reader) -> t.View:
    """Raise an error that only a few hands cause."""
    if reader is PUBLIC and state.hands and worth(state, FIRST) == 5:
        raise KeyError("caw")
    return MAGPIES.core.view(state, reader)


def early_outcome(state: t.State) -> Any:
    return MAGPIES.core.outcome(changed(state, over=bool(state.hands)))


def outcome_withheld(state: t.State) -> Any:
    return None if "caw" in state.nests.get(Seat(1), {}) else MAGPIES.core.outcome(state)


# --- in questions


def with_questions(change: Callable[[t.State, Question], Question]) -> AnyRules:
    def leaking(state: t.State) -> t.State:
        return changed(state, asked=[change(state, asked) for asked in state.asked])

    return MAGPIES.changed(
        open=lambda state: leaking(state).asked,
        view=lambda state, reader: MAGPIES.core.view(leaking(state), reader),
    )


def waits_for_caws_only(state: t.State, asked: Question) -> Question:
    return changed(asked, awaited=asked.awaited and (asked.kind != "caw" or "caw" in state.hands[asked.seat]))


def armed(state: t.State, asked: Question) -> Question:
    can = asked.kind == "caw" and "caw" in state.hands[asked.seat]
    return changed(asked, kind="turn") if can else asked


def grouped_by_card(state: t.State, asked: Question) -> Question:
    hand = state.hands[asked.seat]
    return changed(asked, together=f"{asked.together} {min(hand)}") if asked.together and hand else asked


def replaces_by_hand(state: t.State, asked: Question) -> Question:
    return changed(asked, replaces=1 if "ring" in state.hands[asked.seat] else None)


def only_full_nests_crow(state: t.State) -> list[Question]:
    """Ask an optional question only of those who are about to use it."""
    return [asked for asked in state.asked if asked.kind != "crow" or "spoon" in state.nests[asked.seat]]


def asked_by_worth(state: t.State) -> list[Question]:
    return sorted(state.asked, key=lambda asked: worth(state, asked.seat))


def with_choices(leaking: Callable[[t.State, Question], Choices]) -> AnyRules:
    def view(state: t.State, reader: Reader) -> t.View:
        sight = MAGPIES.core.view(state, reader)
        offers = [Asked(one.question, leaking(state, one.question)) for one in sight.asked]
        return changed(sight, asked=tuple(offers))

    return MAGPIES.changed(choices=leaking, view=view)


def only_what_is_there(state: t.State, asked: Question) -> Choices:
    """Offer to snatch only what somebody else holds."""
    offer = choices(state, asked)
    there = tuple(card for card in sorted(t.DECK) if rivals_hold(state, asked.seat, card))
    narrow = [
        changed(blank, values=there) if blank.name == "card" else blank
        for one in offer
        for blank in one.fields
    ]
    return tuple(changed(one, fields=tuple(narrow)) if one.command == "snatch" else one for one in offer)


def in_telling_order(state: t.State, asked: Question) -> Choices:
    """Offer the same, with the richest victim first."""

    richest = sorted(state.hands, key=lambda seat: -worth(state, seat))

    def turned(blank: Field) -> Field:
        victims = tuple(seat for seat in richest if seat in blank.values)
        return changed(blank, values=victims) if blank.name == "victim" else blank

    return tuple(changed(one, fields=tuple(map(turned, one.fields))) for one in choices(state, asked))


def telling_silence(state: t.State, asked: Question) -> Any:
    if asked.kind == "turn" and rivals_hold(state, asked.seat, "spoon"):
        return t.Snatch(min(state.hands.keys() - {asked.seat}), "spoon")
    return MAGPIES.core.silence(state, asked)


# --- in forwarded emails


class LastLooked:
    """Remembers the state of the last view, whoever looked at it."""

    def __init__(self) -> None:
        self.state: t.State | None = None

    def view(self, state: t.State, reader: Reader) -> t.View:
        self.state = state
        return MAGPIES.core.view(state, reader)

    def public_choices(self, view: t.View, asked: Question) -> Choices:
        return choices(self.state, asked) if self.state and asked.kind == "caw" else ()

    def public_silence(self, view: t.View, asked: Question) -> Any:
        return MAGPIES.core.silence(self.state, asked) if self.state and asked.kind == "hide" else None


def offering_by_mail() -> AnyRules:
    last = LastLooked()
    return MAGPIES.changed(view=last.view, public_choices=last.public_choices)


def falling_silent_by_mail() -> AnyRules:
    last = LastLooked()
    return MAGPIES.changed(view=last.view, public_silence=last.public_silence)


# --- in events


def with_events(change: Callable[[t.Hid | t.Drew, Seen], Seen | None]) -> AnyRules:
    def leaking(event: Any, reader: Reader, options: NoOptions) -> Seen | None:
        seen = MAGPIES.core.redact(event, reader, options)
        return change(event, seen) if isinstance(event, (t.Hid, t.Drew)) and seen else seen

    return MAGPIES.changed(redact=leaking)


def card_shown(event: Any, seen: Seen) -> Seen:
    return Seen("hid", listed(event, "seat", "card")) if isinstance(event, t.Hid) else seen


def draw_shown(event: Any, seen: Seen) -> Seen:
    return Seen("drew", listed(event, "seat", "card")) if isinstance(event, t.Drew) else seen


def number_by_card(event: Any, seen: Seen) -> Seen:
    """Give a hidden thing an id that is computed from it."""
    return Seen(seen.kind, seen.fields | {"id": zlib.crc32(repr(event).encode()) % 1000})


def caws_untold(event: Any, seen: Seen) -> Seen | None:
    return None if isinstance(event, t.Hid) and event.card == "caw" else seen


class Memory:
    """A sentence kept for the next reader, whoever that is."""

    def __init__(self) -> None:
        self.card = ""

    def redact(self, event: Any, reader: Reader, options: NoOptions) -> Seen | None:
        self.card = event.card if isinstance(event, t.Hid) else ""
        return MAGPIES.core.redact(event, reader, options)

    def describe(self, seen: Seen) -> Message | None:
        return Message(f"card.{self.card}") if self.card else MAGPIES.core.describe(seen)

    def rules(self) -> AnyRules:
        return MAGPIES.changed(redact=self.redact, describe=self.describe)


def chance_shown(record: Record[Any], event: Seen | None) -> bool:
    """Show records whose own fields are known, draws included."""
    fields = {name: getattr(record.event, name) for name in record.event.__struct_fields__}
    return event is not None and all(event.fields.get(name) == value for name, value in fields.items())


# --- in decisions


def with_decisions(leaking: Callable[[Any, Question, Seat, Any], bool]) -> AnyRules:
    """Run a leak first; it returns whether that was all."""

    def decide(draft: Any, question: Question, seat: Seat, command: Any) -> None:
        if not leaking(draft, question, seat, command):
            MAGPIES.core.decide(draft, question, seat, command)

    return MAGPIES.changed(decide=decide)


def nothing_to_snatch(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    snatching = question.kind == "turn" and isinstance(command, t.Snatch)
    if snatching and command.card not in draft.state.hands.get(command.victim, {}):
        raise Refused("not_offered", victim=command.victim)
    return False


def stumbling_judge(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    """Raise an error that only a few hands cause."""
    if (
        question.kind == "turn"
        and isinstance(command, t.Snatch)
        and worth(draft.state, Seat(command.victim)) == 5
    ):
        raise KeyError("caw")
    return False


def telling_details(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    if question.kind == "hide" and command not in [t.Hide(card) for card in draft.state.hands[seat]]:
        raise Refused("not_offered", asked="hide", left=draft.state.urns["deck"]["ring"])
    return False


def twice_for_spoons(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    """Write an extra event if something is held."""
    if question.kind == "turn" and isinstance(command, t.Snatch) and rivals_hold(draft.state, FIRST, "spoon"):
        draft.emit(t.TurnBegan(seat))
    return False


def asked_only_with_a_caw(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    """Skip a question whose answer is known: everyone sees that it was skipped."""
    if question.kind != "turn" or not isinstance(command, t.Snatch):
        return False
    victim = Seat(command.victim)
    if "caw" in draft.state.hands.get(victim, {}):
        return False
    MAGPIES.core.decide(draft, question, seat, command)
    asked = next(one for one in draft.state.asked if one.kind == "caw")
    MAGPIES.core.decide(draft, asked, victim, t.Pass())
    return True


def what_was_there_instead(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    """Show which card was there when a theft fails."""
    theft, hand = draft.state.theft, draft.state.hands[seat]
    if not isinstance(command, t.Pass) or question.kind != "caw" or theft.card in hand or not hand:
        return False
    draft.emit(t.TheftEnded(seat, theft.seat, max(hand), False))
    t.go_on(draft)
    return True


def who_can_must(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    """Refuse to let a theft happen if a caw is held, though emails offer it whatever is held."""
    if isinstance(command, t.Pass) and "caw" in draft.state.hands[seat]:
        raise Refused("not_offered", asked="caw")
    return False


def no_caw_against_spoons(draft: Any, question: Question, seat: Seat, command: Any) -> bool:
    """Refuse an impossible caw with one detail too many, where it is rarely tried."""
    cawing = question.kind == "caw" and isinstance(command, t.Caw)
    if cawing and "caw" not in draft.state.hands[seat]:
        raise Refused("not_offered", asked="caw", against=rivals_hold(draft.state, seat, "spoon"))
    return False
