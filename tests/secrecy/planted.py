"""The leaks that are planted, one at a time: which reader finds each, and in what."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any
from unittest import mock

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.rules.match_in_memory import MatchInMemory
from tests.secrecy import leaks, leaky_tables
from tests.toy import MAGPIES


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A leak and the reader who must find it; `seen_in` names one aspect in which the worlds differ."""

    name: str
    seen_in: str
    rules: AnyRules = MAGPIES
    reader: Reader = Seat(0)
    sitting: type[MatchInMemory[Any, Any, Any, Any, Any, Any]] = MatchInMemory
    around: Callable[[], AbstractContextManager[Any]] = nullcontext


PLANTED: tuple[Planted, ...] = (
    Planted(
        name="hands in the order of their worth", seen_in="view", rules=leaks.with_view(leaks.hands_by_worth)
    ),
    Planted(name="how many caws are held", seen_in="view", rules=leaks.with_view(leaks.caws_out_there)),
    Planted(
        name="how many beads the deck has left",
        seen_in="view",
        rules=leaks.with_view(leaks.beads_in_the_deck),
    ),
    Planted(name="what nests are worth", seen_in="view", rules=leaks.with_view(leaks.nests_by_worth)),
    Planted(
        name="all shown to the public",
        seen_in="view",
        reader=PUBLIC,
        rules=MAGPIES.changed(view=leaks.all_for_the_public),
    ),
    Planted(
        name="an error in one world only",
        seen_in="error",
        reader=PUBLIC,
        rules=MAGPIES.changed(view=leaks.stumbling),
    ),
    Planted(
        name="an error of the judge in one world only",
        seen_in="error",
        rules=leaks.with_decisions(leaks.stumbling_judge),
    ),
    Planted(
        name="the outcome before the end",
        seen_in="outcome",
        rules=MAGPIES.changed(outcome=leaks.early_outcome),
    ),
    Planted(
        name="no outcome for one who hid a caw",
        seen_in="over",
        rules=MAGPIES.changed(outcome=leaks.outcome_withheld),
    ),
    Planted(
        name="awaited only if it can be answered",
        seen_in="questions",
        rules=leaks.with_questions(leaks.waits_for_caws_only),
    ),
    Planted(
        name="the kind of question tells the hand",
        seen_in="questions",
        rules=leaks.with_questions(leaks.armed),
    ),
    Planted(
        name="who is asked together tells the hand",
        seen_in="questions",
        rules=leaks.with_questions(leaks.grouped_by_card),
    ),
    Planted(
        name="what is replaced tells the hand",
        seen_in="questions",
        rules=leaks.with_questions(leaks.replaces_by_hand),
    ),
    Planted(
        name="allowed only to those who can",
        seen_in="questions",
        reader=PUBLIC,
        rules=MAGPIES.changed(open=leaks.only_full_nests_crow),
    ),
    Planted(
        name="questions in the order of hands",
        seen_in="questions",
        rules=MAGPIES.changed(open=leaks.asked_by_worth),
    ),
    Planted(
        name="choices by what rivals hold",
        seen_in="choices",
        rules=leaks.with_choices(leaks.only_what_is_there),
    ),
    Planted(
        name="choices in a telling order", seen_in="choices", rules=leaks.with_choices(leaks.in_telling_order)
    ),
    Planted(
        name="silence by what rivals hold",
        seen_in="silence",
        rules=MAGPIES.changed(silence=leaks.telling_silence),
    ),
    Planted(name="a hidden card listed", seen_in="seen", rules=leaks.with_events(leaks.card_shown)),
    Planted(name="a hidden card readable whole", seen_in="whole", rules=leaks.with_events(leaks.card_shown)),
    Planted(name="a draw shown", seen_in="seen", reader=PUBLIC, rules=leaks.with_events(leaks.draw_shown)),
    Planted(name="an id made of the card", seen_in="seen", rules=leaks.with_events(leaks.number_by_card)),
    Planted(name="an event untold for one card", seen_in="seen", rules=leaks.with_events(leaks.caws_untold)),
    Planted(name="a sentence remembered for another", seen_in="sentence", rules=leaks.Memory().rules()),
    Planted(
        name="refused for what a rival lacks",
        seen_in="refusal",
        rules=leaks.with_decisions(leaks.nothing_to_snatch),
    ),
    Planted(
        name="details of a refusal count the deck",
        seen_in="refusal",
        rules=leaks.with_decisions(leaks.telling_details),
    ),
    Planted(
        name="a rare refusal knows of a rival's spoon",
        seen_in="refusal",
        rules=leaks.with_decisions(leaks.no_caw_against_spoons),
    ),
    Planted(
        name="a theft that failed tells what was there",
        seen_in="seen",
        rules=leaks.with_decisions(leaks.what_was_there_instead),
    ),
    Planted(
        name="one event more for a spoon",
        seen_in="records",
        rules=leaks.with_decisions(leaks.twice_for_spoons),
    ),
    Planted(
        name="asked only with a caw in hand",
        seen_in="records",
        rules=leaks.with_decisions(leaks.asked_only_with_a_caw),
    ),
    Planted(
        name="a mail that keeps the hand back offers what is held",
        seen_in="passed on",
        reader=PUBLIC,
        rules=leaks.offering_by_mail(),
    ),
    Planted(
        name="a mail that keeps the hand back says what silence hides",
        seen_in="passed on",
        reader=PUBLIC,
        rules=leaks.falling_silent_by_mail(),
    ),
    Planted(
        name="a game with hands says that it has no secrets",
        seen_in="passed on",
        reader=PUBLIC,
        rules=MAGPIES.changed(has_secrets=False),
    ),
    Planted(
        name="what a mail offers is refused by what is held",
        seen_in="refusal",
        reader=PUBLIC,
        rules=leaks.with_decisions(leaks.who_can_must),
    ),
    Planted(
        name="chance handed out with one's own draw",
        seen_in="whole",
        around=lambda: mock.patch("tests.kit.worlds.reading.reads_whole", leaks.chance_shown),
    ),
    Planted(name="judged before asked whose turn it is", seen_in="refusal", sitting=leaky_tables.HastyTable),
    Planted(
        name="sealed answers in the order of what they say", seen_in="sealed", sitting=leaky_tables.TidyTable
    ),
    Planted(name="no way back over a caw", seen_in="refusal", reader=PUBLIC, sitting=leaky_tables.WaryTable),
)
