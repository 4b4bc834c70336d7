"""The card game once more, read off the rules paragraph by paragraph and off the log alone.

It shares nothing with the game but the names of events and cards: lines, hands, windows, the order of
attacks and the points are reckoned here in other ways, and whatever differs is an AssertionError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from games.rules.kernel.contract import Outcome
from games.titles.quartz_cards.rules import events as e

POINTS = {"quartz": 1, "amethyst": 2, "emerald": 3, "sapphire": 4, "ruby": 5, "amber": 6}
FITS = {
    "hand_it_over": {"no_chance"},
    "stop_stop_stop": {"no_chance"},
    "may_i_help": {"no_chance"},
    "little_present": {"no_chance", "get_lost"},
    "yours_no_more": {"no_chance", "over_my_dead_body"},
}
COPIES = {"no_chance": 3, "over_my_dead_body": 3, "get_lost": 3} | dict.fromkeys(FITS, 5)
LAYING = (e.CardLaid, e.Helped, e.PresentLaid, e.ExploreAnnounced)


def collapses(line: Sequence[str]) -> bool:
    """QC-7 and QC-11, by looking at every pair that lies in the line."""
    for first, later in combinations(line, 2):
        icons = first.rpartition(" ")[2], later.rpartition(" ")[2]
        unstable = icons[1].isdigit()
        if first == "little_present" and (later == first or unstable):
            return True
        if unstable and icons[0] == icons[1]:
            return True
    return False


class Shadow:
    """Follows a log event by event."""

    def __init__(self, windows: str) -> None:
        self.full = windows == "full"
        self.mine = 72
        self.pile = 38
        self.line: list[str] = []
        self.won: list[Counter[str]] = []
        self.open: list[Counter[str]] = []
        self.hands: list[Counter[str]] = []
        self.used: Counter[str] = Counter()
        self.active = -1
        self.went = -1  # how far round the table this moment's attacks have come
        self.may_be_asked: set[int] = set()
        self.stopped = self.willing = False
        self.before: Any = None
        self.counted = Counter[str]()

    def see(self, event: Any) -> None:
        self.check_line(event)
        getattr(self, f"see_{type(event).__name__}", lambda _: None)(event)
        self.before = event

    # --- what must follow what

    def check_line(self, event: Any) -> None:
        if isinstance(self.before, LAYING):
            falls = collapses(self.line)
            assert falls == isinstance(event, e.AccidentHappened), "QC-7"
            if not falls and not self.mine and not isinstance(event, e.HelpDrawn):
                assert isinstance(event, e.LineCollected), "QC-9"
            hires = bool(self.line) and self.line[-1].endswith(" hire") and self.laid_now
            hires = hires and not (self.brief and isinstance(self.before, e.CardLaid))
            if not falls and self.mine and (self.pile or self.used.total()):
                assert hires == isinstance(event, e.HireOffered), "QC-8"
        if isinstance(self.before, e.MatchEnded):
            raise AssertionError("nothing comes after the end")

    def distance(self, seat: int) -> int:
        return (self.order.index(seat) - self.order.index(self.active)) % len(self.order)

    def begin_moment(self) -> None:
        self.went, self.may_be_asked = 0, set(self.order) - {self.active}

    # --- what happened

    def see_SatDown(self, event: e.SatDown) -> None:
        self.order = [int(seat) for seat in event.order]
        self.won = [Counter() for _ in self.order]
        self.open = [Counter() for _ in self.order]
        self.hands = [Counter() for _ in self.order]

    def see_HelpersDealt(self, event: e.HelpersDealt) -> None:
        assert sum(event.cards.values()) == 5, "QC-3"
        self.hands[event.seat].update(event.cards)
        self.pile -= 5

    def see_TurnBegan(self, event: e.TurnBegan) -> None:
        if self.active >= 0:
            assert self.distance(event.seat) == 1, "QC-3"
        assert self.mine, "QC-9"
        self.active, self.stopped, self.willing = event.seat, False, False

    def see_MatchEnded(self, event: e.MatchEnded) -> None:
        assert not self.mine, "QC-9"

    def see_ColumnProtected(self, event: e.ColumnProtected) -> None:
        assert event.seat == self.active and self.open[event.seat][event.crystal] == event.count > 0, "QC-5"
        del self.open[event.seat][event.crystal]
        if event.by_card:
            assert self.willing and isinstance(self.before, e.LineCollected | e.ColumnProtected), "QC-13"
            self.play(event.seat, "what_a_beauty")
        else:
            assert isinstance(self.before, e.TurnBegan), "QC-4"

    def play(self, seat: int, card: str) -> None:
        assert self.hands[seat][card], "nobody plays what isn't there"
        self.hands[seat][card] -= 1
        self.used[card] += 1

    def see_ExploreAnnounced(self, event: e.ExploreAnnounced) -> None:
        self.line, self.brief, self.laid_now = ["little_present"] * event.presents, event.brief, False
        self.begin_moment()

    def see_CardLaid(self, event: e.CardLaid) -> None:
        self.line.append(event.card)
        self.mine -= 1
        self.laid_now = True
        self.begin_moment()

    def see_HireOffered(self, event: e.HireOffered) -> None:
        assert event.seat == self.active
        if not self.pile:
            assert event.shuffled == self.used.total() > 0, "QC-3"
            self.pile, self.used = event.shuffled, Counter()
        else:
            assert not event.shuffled

    def see_Hired(self, event: e.Hired) -> None:
        assert self.line.pop() == event.card
        self.hands[event.seat][event.helper] += 1
        self.pile -= 1

    def see_Stopped(self, event: e.Stopped) -> None:
        self.stopped = self.willing = True
        self.begin_moment()

    def see_LineStands(self, event: e.LineStands) -> None:
        if event.lurking:
            assert not self.full and not self.stopped, "QC-14"
            assert list(event.lurking) == self.rivals(), "QC-14"

    def see_WindowOpened(self, event: e.WindowOpened) -> None:
        assert self.full or self.stopped, "QC-14"
        assert list(event.seats) == [seat for seat in self.rivals() if seat in self.may_be_asked], "QC-15"
        self.may_be_asked = set(event.seats)

    def rivals(self) -> list[int]:
        """QC-15: whoever has a hand, unless every fitting card lies face up; QC-10: clockwise."""
        needs = {
            "hand_it_over": any(card != "little_present" for card in self.line),
            "stop_stop_stop": not self.stopped,
            "yours_no_more": self.open[self.active].total() > 0,
        }
        fitting = [card for card in FITS if needs.get(card, True)]
        is_left = any(self.used[card] < COPIES[card] for card in fitting)
        to_come = sorted((self.distance(seat), seat) for seat in self.order if self.hands[seat].total())
        return [seat for place, seat in to_come if place > self.went and is_left]

    def see_AttackPlayed(self, event: e.AttackPlayed) -> None:
        assert event.target == self.active and event.seat in self.may_be_asked, "QC-10"
        assert self.distance(event.seat) > self.went, "QC-10: clockwise, one each"
        assert not (self.stopped and event.card == "stop_stop_stop"), "QC-10"
        self.went = self.distance(event.seat)
        self.play(event.seat, event.card)
        self.attack, self.must_ask = event, self.can_answer(self.active, FITS[event.card])
        self.counted[event.card] += 1

    def can_answer(self, seat: int, cards: set[str]) -> bool:
        return self.hands[seat].total() > 0 and any(self.used[card] < COPIES[card] for card in cards)

    def see_DefenceAsked(self, event: e.DefenceAsked) -> None:
        assert self.must_ask and event.seat == self.active, "QC-12"

    def see_Defended(self, event: e.Defended) -> None:
        assert event.card in (
            FITS[self.attack.card] if isinstance(self.before, e.DefenceAsked) else {"get_lost"}
        )
        self.play(event.seat, event.card)
        self.counted[event.card] += 1

    def see_DuelAsked(self, event: e.DuelAsked) -> None:
        assert isinstance(self.before, e.Defended) and self.before.card == "get_lost", "QC-12"
        assert {event.seat, self.before.seat} == {self.active, self.attack.seat}, "QC-12"
        assert self.can_answer(event.seat, {"get_lost"}), "QC-15"

    def see_PresentReturned(self, event: e.PresentReturned) -> None:
        assert event.seat == self.attack.seat
        self.used["little_present"] -= 1

    def see_PresentLaid(self, event: e.PresentLaid) -> None:
        self.used["little_present"] -= 1
        self.line.append("little_present")
        self.laid_now = False

    def see_CardHandedOver(self, event: e.CardHandedOver) -> None:
        places = [place for place, card in enumerate(self.line) if card != "little_present"]
        assert self.line.pop(places[-1]) == event.card, "QC-11"
        self.gain(event.thief, [event.card])

    def see_HelpDrawn(self, event: e.HelpDrawn) -> None:
        assert len(event.cards) == min(2, self.mine), "QC-11"
        self.mine -= len(event.cards)
        self.drawn = sorted(event.cards)

    def see_Helped(self, event: e.Helped) -> None:
        assert sorted(card for card in (event.kept, event.laid) if card) == self.drawn, "QC-11"
        self.gain(event.seat, [event.kept] if event.kept else [])
        self.line += [event.laid] if event.laid else []
        self.laid_now = event.laid is not None

    def see_ColumnStolen(self, event: e.ColumnStolen) -> None:
        whole = event.gems == {gem: self.open[event.victim][gem] for gem in event.gems}
        few = sum(event.gems.values()) <= 2
        assert event.victim == self.active and (few or (whole and len(event.gems) == 1)), "QC-11"
        for gem, count in event.gems.items():
            assert self.open[event.victim][gem] >= count > 0
        self.open[event.victim].subtract(event.gems)
        self.won[event.victim].subtract(event.gems)
        self.open[event.thief].update(event.gems)
        self.won[event.thief].update(event.gems)

    def see_TakenBack(self, event: e.TakenBack) -> None:
        if event.crystal is None:
            assert not self.open[event.thief].total(), "QC-12"
            return
        for lot, count in ((event.thief, -1), (event.seat, 1)):
            self.open[lot][event.crystal] += count
            self.won[lot][event.crystal] += count
        assert self.open[event.thief][event.crystal] >= 0

    def see_DiggingStopped(self, event: e.DiggingStopped) -> None:
        self.willing = False

    def gain(self, seat: int, cards: Sequence[str]) -> None:
        gems = [card.partition(" ")[0] for card in cards]
        self.won[seat].update(gems)
        self.open[seat].update(gems)

    def see_LineCollected(self, event: e.LineCollected) -> None:
        cards = [card for card in self.line if card != "little_present"]
        assert Counter(cards) == Counter(event.cards) and not collapses(self.line), "QC-6"
        self.willing = self.willing and self.mine > 0
        self.gain(event.seat, cards)
        self.leave_line()

    def see_AccidentHappened(self, event: e.AccidentHappened) -> None:
        assert Counter(self.line) - Counter(["little_present"] * 9) == Counter(event.lost), "QC-7"
        self.willing = False
        self.leave_line()

    def leave_line(self) -> None:
        self.used["little_present"] += self.line.count("little_present")
        self.line = []

    # --- the end

    def ranking(self) -> dict[int, tuple[int, int]]:
        """QC-20 and QC-21: points and rank of each seat, found by comparing everybody with everybody."""
        points = [
            sum(POINTS[gem] * count for gem, count in lot.items()) + sum(5 * (n // 4) for n in lot.values())
            for lot in self.won
        ]

        def beats(one: int, other: int) -> bool:
            if points[one] != points[other]:
                return points[one] > points[other]
            for gem in sorted(POINTS, key=lambda gem: POINTS[gem]):
                if self.won[one][gem] != self.won[other][gem]:
                    return self.won[one][gem] > self.won[other][gem]
            return False

        seats = range(len(self.won))
        return {one: (points[one], 1 + sum(beats(other, one) for other in seats)) for one in seats}

    def agrees(self, outcome: Outcome | None) -> bool:
        return {place.seat: (place.points, place.rank) for place in outcome or ()} == self.ranking()
