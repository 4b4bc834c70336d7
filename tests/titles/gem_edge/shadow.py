"""Gem Edge once more, read off the rules paragraph by paragraph and off the log alone.

It shares nothing with the game but the names in the log: whatever differs is an AssertionError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.kernel.contract import Outcome
from tests.titles.gem_edge.shadow_things import PACK, Slide, all_ornaments, is_brown, may_hold, points, size

AGAINST = {"swap_ornament", "swap_stone", "pry_out", "tip_out", "pickpocket"}
#: What comes of each card first.
EFFECT = {
    **{"swap_ornament": "ornaments_swapped", "swap_stone": "stones_swapped", "pry_out": "stone_pried_out"},
    **{"three_cards": "card_drawn", "tip_out": "tipped_out", "pick_through": "picked_through"},
    **{"pickpocket": "pocket_picked", "deft_hands": "stone_inserted"},
    **{"me_too_take": "stone_taken", "me_too_insert": "stone_inserted"},
}
#: These may come between any two others.
ASIDE = {"dropped", "cards_shuffled", "ornaments_shuffled"}
COPYING = {"me_too_asked", "moment_came", "answered", "card_played", "cancel_asked", "card_cancelled"}


class Shadow:
    """Follows a log event by event."""

    def __init__(self, windows: str, rounds: int = 60) -> None:
        self.full, self.last_round = windows == "full", rounds
        self.slide = Slide()
        self.pile, self.scrap = all_ornaments(), set[str]()
        self.cards, self.used = Counter(PACK), Counter[str]()
        self.market: list[str] = []
        self.order: list[int] = []
        self.active = -1
        self.round = self.actions = self.to_take = 0
        self.may_refresh = self.over = False
        self.card: dict[str, Any] | None = None  # the card that is being played
        self.cancels: list[int] = []
        self.asked: set[int] = set()  # about the last card
        self.says: dict[int, bool] = {}  # who would cancel it
        self.copied: tuple[str, int] | None = None  # take or insert, and how far round the copies have come
        self.wishes: dict[int, dict[str, Any] | None] = {}
        self.due: list[str] = []  # kinds of event that must come next
        self.catching_up: list[int] = []
        self.swapped: str | None = None
        self.is_decided = False
        self.target: int | None = None  # of the card that has just had its effect
        self.inserting: list[tuple[int, str, str]] = []
        self.holes: list[int] = []  # in the market
        self.kinds: Counter[str] = Counter()

    def see(self, event: Any) -> None:
        told = msgspec.to_builtins(event)
        kind = told.pop("kind")
        self.kinds[kind] += 1
        assert not self.over, "nothing comes after the end"
        if kind not in ASIDE:
            self.check_due(kind, told)
        getattr(self, f"see_{kind}", lambda **_: None)(**told)
        if self.order:
            assert all(len(cart) <= 3 for cart in self.carts), "GE-6"

    def check_due(self, kind: str, told: dict[str, Any]) -> None:
        """GE-8, GE-11, GE-12: what must come before anything else goes on."""
        if self.catching_up and self.cards.total() + self.used.total():
            assert (kind, told["seat"]) == ("card_drawn", self.catching_up[0]), "GE-8"
        elif self.due:
            assert kind == self.due.pop(0), "GE-7, GE-12"
        if self.copied and kind not in COPYING and self.card is None:
            assert not any(self.is_granted(seat) for seat in self.wishes), "GE-11: wished for and possible"

    # --- seats, hands, points

    def place(self, seat: int) -> int:
        return (self.order.index(seat) - self.order.index(self.active)) % len(self.order)

    def round_from_active(self) -> list[int]:
        return sorted(self.order, key=self.place)

    def fits(self, seat: int, stone: str, key: str) -> bool:
        return key in self.pieces[seat] and may_hold(key, [*self.pieces[seat][key], stone])

    def finished(self, seat: int) -> list[str]:
        return [key for key, stones in self.pieces[seat].items() if len(stones) == size(key)]

    def use(self, seat: int, card: str) -> None:
        """GE-10: cards beyond the first four drawn can't be played."""
        assert card in self.hands[seat][:4], "GE-10"
        self.hands[seat].remove(card)
        self.used[card] += 1

    def may_hold(self, seat: int, card: str) -> bool:
        """GE-21."""
        return bool(self.hands[seat]) and self.used[card] < PACK[card]

    def score(self, seat: int, more: int) -> None:
        """GE-8, GE-12."""
        before, now = self.points[seat], self.points[seat] + more
        self.points[seat] = now
        if now >= 20:
            self.due = ["match_ended"]
            return
        for mark in (5, 10, 15):
            if before < mark <= now:
                rivals = [one for one in self.round_from_active() if one != seat]
                self.catching_up += [one for one in rivals if self.points[one] < mark]

    # --- the beginning

    def see_sat_down(self, order: list[int], first: int, windows: str, **_: Any) -> None:
        assert sorted(order) == list(range(len(order))) and (windows == "full") == self.full, "GE-5"
        self.order, self.first = order, first
        self.carts: list[list[str]] = [[] for _ in order]
        self.pieces: list[dict[str, list[str]]] = [{} for _ in order]
        self.hands: list[list[str]] = [[] for _ in order]
        self.points = [0] * len(order)
        self.dealt: dict[int, list[str]] = {}

    def see_slide_filled(self, shown: list[str]) -> None:
        self.slide.show(shown)

    def see_ornaments_dealt(self, seat: int, ornaments: list[str]) -> None:
        assert len(ornaments) == 5 and set(ornaments) <= self.pile and seat not in self.dealt, "GE-5"
        self.pile -= set(ornaments)
        self.dealt[seat] = ornaments

    def see_ornaments_kept(self, seat: int, kept: list[str], discarded: list[str]) -> None:
        assert len(kept) == 3 and sorted(kept + discarded) == sorted(self.dealt[seat]), "GE-5"
        self.pieces[seat] = {key: [] for key in kept}
        self.scrap |= set(discarded)

    # --- the turn

    def see_turn_began(self, seat: int, round: int) -> None:
        assert self.card is None and not self.actions and not self.to_take, "GE-6"
        assert len(self.market) == 4 and all(len(lot) == 3 for lot in self.pieces), "GE-9"
        if self.active < 0:
            assert (seat, round) == (self.first, 1)
            assert all(
                len(cart) == 1 and len(hand) == 1 for cart, hand in zip(self.carts, self.hands, strict=True)
            )
        else:
            assert not any(map(is_brown, self.finished(self.active))), "GE-7"
            assert self.place(seat) == 1 and round == self.round + (seat == self.first), "GE-22"
        self.active, self.round, self.actions = seat, round, 2
        self.copied, self.swapped, self.wishes = None, None, {}

    def act(self, seat: int) -> None:
        assert seat == self.active and self.actions and self.card is None and not self.to_take, "GE-6"
        assert len(self.hands[seat]) <= 4, "GE-10: asked before anything else goes on"
        self.actions -= 1
        self.copied, self.swapped, self.wishes = None, None, {}

    def see_action_began(self, seat: int, left: int) -> None:
        assert (seat, left) == (self.active, self.actions) and self.card is None and not self.to_take, "GE-6"
        assert len(self.hands[seat]) <= 4, "GE-10"

    def see_stone_taken(self, seat: int, stone: str, shown: list[str], why: str) -> None:
        if why == "action":
            self.act(seat)
            self.copied = ("take", 0)
        elif why == "me_too":
            self.settle("me_too_take", seat)
        else:
            assert self.active < 0, "GE-5"
        self.slide.leave([stone])
        self.carts[seat].append(stone)
        self.slide.show(shown)

    def see_stone_inserted(self, seat: int, stone: str, ornament: str, why: str) -> None:
        if why == "action":
            self.act(seat)
        elif why == "swap":
            assert seat == self.active and ornament == self.swapped, "GE-4"
            self.swapped = None
        elif why == "card" and self.inserting:
            assert self.inserting.pop(0) == (seat, stone, ornament), "GE-4"
        else:
            aim = self.settle("me_too_insert" if why == "me_too" else "deft_hands", seat)
            named = list(zip(aim["stones"], aim["ornaments"], strict=True))
            assert 1 <= len(named) <= (2 if why == "card" else 1) and named[0] == (stone, ornament), "GE-4"
            self.inserting = [(seat, *one) for one in named[1:]]
            self.due = ["stone_inserted"] * len(self.inserting)
        assert self.fits(seat, stone, ornament), "GE-6"
        self.carts[seat].remove(stone)
        self.pieces[seat][ornament].append(stone)
        if why == "action":
            self.copied = ("insert", 0)

    def see_stone_discarded(self, seat: int, stone: str) -> None:
        self.act(seat)
        self.carts[seat].remove(stone)
        self.slide.up([stone])

    def see_cards_shuffled(self, seat: int, count: int) -> None:
        assert not self.cards.total() and count == self.used.total() > 0, "GE-10"
        if self.card is not None:  # what lay among the discards decided who was asked
            self.decide()
        self.cards, self.used = self.used, Counter()

    def see_card_drawn(self, seat: int, card: str, why: str) -> None:
        assert self.cards[card] > 0, "GE-10"
        if why == "action":
            self.act(seat)
        elif why == "catch_up":
            assert self.catching_up[:1] == [seat], "GE-8"
            del self.catching_up[0]
        elif why == "three_cards" and self.card is not None:
            self.settle("three_cards", seat)
            self.due = ["card_drawn"] * min(2, self.cards.total() - 1 + self.used.total())
        self.cards[card] -= 1
        self.hands[seat].append(card)

    def see_drop_asked(self, seat: int, count: int) -> None:
        assert seat == self.active and count == len(self.hands[seat]) - 4 > 0, "GE-10"

    def see_dropped(self, seat: int, cards: list[str]) -> None:
        assert len(cards) == len(self.hands[seat]) - 4 and not Counter(cards) - Counter(self.hands[seat]), (
            "GE-10"
        )
        for card in cards:
            self.hands[seat].remove(card)
            self.used[card] += 1

    # --- handing in

    def see_handed_in(self, seat: int, ornaments: list[str], stones: list[str], points: int) -> None:
        assert seat == self.active and self.card is None and not self.to_take, "GE-7"
        assert set(ornaments) <= set(self.finished(seat)) and len(set(ornaments)) == len(ornaments), "GE-7"
        held = [stone for key in ornaments for stone in self.pieces[seat][key]]
        assert Counter(held) == Counter(stones), "GE-7"
        if len(ornaments) > 1:
            assert not any(map(is_brown, ornaments)) and len(set(stones)) == 1, "GE-3, GE-7"
        assert points == worth(ornaments), "GE-3"
        for key in ornaments:
            del self.pieces[seat][key]
        self.scrap |= set(ornaments)
        self.slide.up(stones)
        # Stones that came back may come into sight at once, and all saw them: nothing is drawn for them.
        self.to_take, self.may_refresh, self.copied, self.wishes = len(ornaments), True, None, {}
        self.score(seat, points)

    def see_hand_in_asked(self, seat: int) -> None:
        assert seat == self.active and not self.actions and self.finished(seat), "GE-7"

    def see_market_asked(self, seat: int, count: int) -> None:
        assert (seat, count) == (self.active, self.to_take) and len(self.market) == 4, "GE-9"

    def see_market_refreshed(self, seat: int, discarded: list[str]) -> None:
        assert self.may_refresh and 1 <= len(set(discarded)) <= self.to_take, "GE-9"
        self.may_refresh = False
        self.holes = sorted(self.market.index(key) for key in discarded)
        self.due = ["market_refilled"] * len(self.holes)
        self.market = [key for key in self.market if key not in discarded]
        self.scrap |= set(discarded)

    def see_ornaments_shuffled(self, count: int) -> None:
        assert not self.pile and count == len(self.scrap), "GE-9"
        self.pile, self.scrap = self.scrap, set()

    def see_market_refilled(self, place: int, ornament: str) -> None:
        assert ornament in self.pile and place == (self.holes.pop(0) if self.holes else len(self.market)), (
            "GE-9"
        )
        self.pile.remove(ornament)
        self.market.insert(place, ornament)

    def see_ornament_taken(self, seat: int, ornament: str) -> None:
        assert seat == self.active and self.to_take and len(self.market) == 4, "GE-9"
        self.holes, self.due = [self.market.index(ornament)], ["market_refilled"]
        self.market.remove(ornament)
        self.pieces[seat][ornament] = []
        self.to_take, self.may_refresh = self.to_take - 1, False

    # --- cards

    def see_card_played(self, seat: int, card: str, target: int | None, aim: dict[str, Any]) -> None:
        assert self.card is None, "GE-11: one after the other"
        if card.startswith("me_too"):
            self.check_copy(seat, card)
        else:
            assert card != "not_so_fast"
            self.act(seat)
        self.use(seat, card)
        assert (target is None) or (card in AGAINST and target != seat), "GE-20"
        self.card = {"seat": seat, "card": card, "target": target, "aim": aim}
        self.cancels, self.asked, self.says = [], set(), {}
        self.is_decided = False

    def check_copy(self, seat: int, card: str) -> None:
        """GE-11: others, in turn order, one a seat and action, and nobody is passed over."""
        assert self.copied is not None and card == f"me_too_{self.copied[0]}", "GE-11"
        assert self.place(seat) > self.copied[1], "GE-11"
        between = [one for one in self.wishes if self.copied[1] < self.place(one) < self.place(seat)]
        assert not any(self.is_granted(one) for one in between), "GE-11"
        self.copied = (self.copied[0], self.place(seat))

    def can_copy(self, seat: int) -> bool:
        assert self.copied is not None
        if not self.may_hold(seat, f"me_too_{self.copied[0]}"):
            return False
        if self.copied[0] == "take":
            return len(self.carts[seat]) < 3 and bool(self.slide.line)
        return any(self.fits(seat, stone, key) for stone in self.carts[seat] for key in self.pieces[seat])

    def is_granted(self, seat: int) -> bool:
        """Tell whether a wish to copy is still to be played, and can be."""
        wish = self.wishes[seat]
        if wish is None or self.copied is None or self.place(seat) <= self.copied[1]:
            return False
        if wish["card"] not in self.hands[seat][:4] or not self.can_copy(seat):
            return False
        return self.copied[0] == "insert" or not wish["colours"] or self.slide.line[0] in wish["colours"]

    def see_me_too_asked(self, seats: list[int], at: str) -> None:
        assert self.full and self.copied == (at, 0), "GE-20"
        assert seats == [one for one in self.round_from_active()[1:] if self.can_copy(one)], "GE-21"

    def last_player(self) -> int:
        assert self.card is not None
        return self.cancels[-1] if self.cancels else int(self.card["seat"])

    def attacked(self) -> int | None:
        """GE-20: a not_so_fast is against the player whose card it cancels."""
        assert self.card is not None
        played = [self.card["seat"], *self.cancels]
        target: int | None = played[-2] if self.cancels else self.card["target"]
        return target

    def may_cancel(self) -> list[int]:
        """GE-11, GE-21: the attacked first, then in turn order; anybody but the player of the last card."""
        first = self.attacked()
        seats = sorted(self.round_from_active(), key=lambda one: one != first)
        return [one for one in seats if one != self.last_player() and self.may_hold(one, "not_so_fast")]

    def to_ask(self) -> list[int]:
        return [one for one in self.may_cancel() if self.full or one == self.attacked()]

    def see_cancel_asked(self, seats: list[int], card: str) -> None:
        assert seats == self.to_ask() and not self.asked, "GE-20"
        self.asked = set(seats)

    def see_answered(self, seat: int, reply: dict[str, Any] | None) -> None:
        if self.card is None:
            self.wishes[seat] = reply
        else:
            assert seat in self.asked, "GE-20"
            self.says[seat] = reply is not None

    def see_moment_came(self, at: str, seat: int, lurking: list[int]) -> None:
        assert not self.full, "GE-20"
        if at == "card":
            assert lurking == [one for one in self.may_cancel() if one not in self.says], "GE-20"
        else:
            assert self.copied is not None and at == self.copied[0]
            to_come = [one for one in self.round_from_active()[1:] if self.place(one) > self.copied[1]]
            assert lurking == [one for one in to_come if self.can_copy(one)], "GE-20"

    def see_card_cancelled(self, seat: int, target: int, card: str) -> None:
        """GE-11: only the first one's card is used."""
        ready = [one for one in self.may_cancel() if self.says.get(one)]
        assert (seat == ready[0]) if ready else (not self.full and seat not in self.says), "GE-11"
        assert seat in self.may_cancel() and target == self.last_player(), "GE-11"
        self.use(seat, "not_so_fast")
        self.cancels, self.asked, self.says = [*self.cancels, seat], set(), {}

    def decide(self) -> None:
        """GE-20: whoever is to be asked was asked, and nobody wanted to cancel the last card."""
        if self.is_decided:
            return
        self.is_decided = True
        assert self.asked or not self.to_ask(), "GE-20"
        assert not any(self.says.get(one) for one in self.may_cancel()), "GE-11"

    def see_card_failed(self, seat: int, card: str) -> None:
        assert self.card is not None and (seat, card) == (self.card["seat"], self.card["card"])
        assert len(self.cancels) % 2 == 1, "GE-11"
        self.decide()
        self.card = None

    def settle(self, card: str, seat: int) -> dict[str, Any]:
        """Let a card have its effect; give what was named with it."""
        assert self.card is not None and (self.card["card"], self.card["seat"]) == (card, seat), "GE-4"
        assert len(self.cancels) % 2 == 0, "GE-11: it is cancelled"
        self.decide()
        aim: dict[str, Any] = self.card["aim"]
        self.target, self.card = self.card["target"], None
        return aim

    def see_ornaments_swapped(self, seat: int, other: int | None, given: str, taken: str) -> None:
        aim = self.settle("swap_ornament", seat)
        assert (aim["give"], aim["take"], self.target) == (given, taken, other) and other != seat, "GE-4"
        assert self.pieces[seat][given] == [], "GE-4"
        self.pieces[seat] = {taken if key == given else key: lot for key, lot in self.pieces[seat].items()}
        if other is None:
            self.market[self.market.index(taken)] = given
        else:
            lots = self.pieces[other]
            assert lots[taken] == [], "GE-4"
            self.pieces[other] = {given if key == taken else key: lot for key, lot in lots.items()}
        self.swapped = taken

    def see_insert_asked(self, seat: int, ornament: str) -> None:
        assert seat == self.active and ornament == self.swapped, "GE-4"
        assert any(self.fits(seat, stone, ornament) for stone in self.carts[seat]), "GE-4"

    def see_insert_declined(self, seat: int) -> None:
        self.swapped = None

    def see_stones_swapped(self, seat: int, other: int, given: str, taken: str) -> None:
        aim = self.settle("swap_stone", seat)
        assert (aim["give"], aim["take"], self.target) == (given, taken, other) and given != taken, "GE-4"
        self.carts[seat].remove(given)
        self.carts[other].remove(taken)
        self.carts[seat].append(taken)
        self.carts[other].append(given)

    def see_stone_pried_out(self, seat: int, victim: int, ornament: str, stone: str) -> None:
        self.settle("pry_out", seat)
        assert victim == self.target != seat and ornament not in self.finished(victim), "GE-4, GE-7"
        self.pieces[victim][ornament].remove(stone)
        self.carts[seat].append(stone)
        self.due = ["compensated"]

    def see_tipped_out(self, seat: int, victim: int, stones: list[str]) -> None:
        self.settle("tip_out", seat)
        assert victim == (seat if self.target is None else self.target) and 1 <= len(stones) <= 3, "GE-4"
        for stone in stones:
            self.carts[victim].remove(stone)
        self.slide.up(stones)
        self.due = ["compensated"]

    def see_picked_through(self, seat: int, kept: list[str], back: list[str], shown: list[str]) -> None:
        self.settle("pick_through", seat)
        assert back and len(kept) + len(back) <= 3, "GE-4"
        self.slide.leave([*kept, *back])
        self.slide.show(shown)
        self.carts[seat] += kept
        self.slide.up(back)

    def see_pocket_picked(self, seat: int, victim: int, stones: list[str]) -> None:
        self.settle("pickpocket", seat)
        assert victim == self.target != seat and 1 <= len(stones) <= 2, "GE-4"
        for stone in stones:
            self.carts[victim].remove(stone)
        self.carts[seat] += stones
        self.due = ["compensated"]

    def see_compensated(self, seat: int, card: str, points: int) -> None:
        assert points == 1 and card in ("pry_out", "tip_out", "pickpocket"), "GE-4"
        self.score(seat, 1)

    # --- the end

    def see_match_ended(self, why: str) -> None:
        if why == "goal":
            assert max(self.points) >= 20, "GE-12"
        else:
            assert max(self.points) < 20 and self.round == self.last_round, "GE-22"
            assert self.place(self.first) == 1 and not self.actions, "GE-22"
        self.over = True

    def agrees(self, outcome: Outcome | None) -> bool:
        """GE-12: points rank, and equal points share a rank."""
        ranks = {seat: 1 + sum(one > mine for one in self.points) for seat, mine in enumerate(self.points)}
        found = {place.seat: (place.points, place.rank) for place in outcome or ()}
        return found == {seat: (self.points[seat], rank) for seat, rank in ranks.items()}


def worth(ornaments: Sequence[str]) -> int:
    """GE-3."""
    return sum(map(points, ornaments)) + {1: 0, 2: 1, 3: 3}[len(ornaments)]
