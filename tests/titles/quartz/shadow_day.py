"""The table of the shadow: where things lie, how a day goes from dawn to evening, and who is asked what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.kernel.chance import Draw
from games.rules.kernel.contract import Outcome

Lot = Counter[str]
OBSIDIAN = "obsidian"
PRICES = {"quartz": 1, "amethyst": 2, "emerald": 3, "sapphire": 4, "ruby": 6, "amber": 8}
BAG = {"quartz": 15, "amethyst": 12, "emerald": 10, "sapphire": 7, "ruby": 4, "amber": 2, OBSIDIAN: 18}
ANSWERED_BY = {"gimme_a_hand": "on_my_break", "dont_belong": "unacceptable", "not_mine": "not_mine_either"}
COPIES = {"here_we_go": 10, "eureka": 3, "come_closer": 3, "out_of_my_way": 3, "what_crystal": 3}
COPIES |= dict.fromkeys(ANSWERED_BY, 8) | dict.fromkeys(ANSWERED_BY.values(), 3)
CARDS_SELL_FOR = {"here_we_go": 1, "eureka": 2, "come_closer": 3, "out_of_my_way": 2, "what_crystal": 3}
CARDS_SELL_FOR |= {"gimme_a_hand": 2, "dont_belong": 1, "not_mine": 1} | dict.fromkeys(
    ANSWERED_BY.values(), 3
)


def price(sold: Lot) -> int:
    """QZ-42, by trying every colour that may bring a bonus."""
    faces = {gem: PRICES[gem] * count for gem, count in sold.items() if count}
    bonuses = [0, *[8] * (len(faces) >= 5), *[12] * (len(faces) == 6)]
    for gem in faces:
        others = sorted((face for other, face in faces.items() if other != gem), reverse=True)
        bonuses += [sum(others[:1])] * (sold[gem] >= 3) + [sum(others[:2])] * (sold[gem] >= 4)
    return sum(faces.values()) + max(bonuses)


class Attack:
    def __init__(self, card: str, player: int, target: int, named: Iterable[str]) -> None:
        self.card, self.player, self.target, self.named = card, player, target, Counter(named)
        self.giver = player


class Day:
    """The table as it has to be. Lists go by seat."""

    def __init__(self, order: Sequence[int], draws: Iterable[Draw], *, thrill: bool, covered: bool) -> None:
        self.order, self.thrill, self.covered = [*order], thrill, covered
        seats = len(self.order)
        self.draws = [*draws]
        self.bag, self.deck, self.discard, self.tray = Lot(BAG), Lot(COPIES), Lot(), Lot()
        self.hands, self.carts, self.parked, self.chests, self.shown = (
            [Lot() for _ in range(seats)] for _ in range(5)
        )
        self.tokens, self.inside = [False] * seats, [False] * seats
        self.coins, self.from_cards = [0] * seats, [0] * seats
        self.board: list[tuple[str | None, int]] = []
        self.asked: dict[tuple[int, str], bool] = {}  # and whether somebody waits
        self.sealed: dict[int, list[str]] = {}
        self.attack: Attack | None = None
        self.evening = self.over = self.in_flight = False
        first = int(self.draws.pop(0).item)
        self.dawn(1, first)
        assert not self.draws

    # --- what everybody can see

    def around(self, seat: int) -> list[int]:
        place = self.order.index(seat)
        return [*self.order[place + 1 :], *self.order[:place]]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.around(seat) if self.inside[other]]

    def valuable(self, seat: int) -> Lot:
        return Lot({gem: count for gem, count in self.carts[seat].items() if gem != OBSIDIAN and count})

    def goods(self, seat: int) -> Lot:
        parked = Lot(self.parked[seat])
        parked[OBSIDIAN] = 0
        return self.valuable(seat) + parked + self.chests[seat]

    # --- chance

    def draw(self, urn: str) -> str:
        drawn, lot = self.draws.pop(0), {"bag": self.bag, "deck": self.deck}[urn]
        assert (drawn.urn, drawn.size) == (urn, lot.total())
        assert lot[drawn.item] > 0
        lot[drawn.item] -= 1
        return drawn.item

    def pick(self, lot: Lot) -> str:
        drawn = self.draws.pop(0)
        assert drawn.urn.startswith("once ")
        assert drawn.size == lot.total()
        assert lot[drawn.item] > 0
        return drawn.item

    def card_from_deck(self) -> str | None:
        """QZ-8."""
        if not self.deck.total():
            self.deck, self.discard = self.discard, Lot()
        return self.draw("deck") if self.deck.total() else None

    # --- the day

    def dawn(self, day: int, first: int) -> None:
        """QZ-5, QZ-7."""
        self.day, self.active, self.drawn_alone, self.evening = day, first, -1, False
        self.inside = [True] * len(self.order)
        for seat in [first, *self.around(first)]:
            for _ in range(5 if day == 1 else 1):
                if card := self.card_from_deck():
                    self.hands[seat][card] += 1
        self.board = [(self.card_from_deck(), coins) for coins in range(len(self.order) - 1)]
        self.asked = {(first, "turn"): True}

    def answered(self, seat: int, kind: str, command: Any, draws: Iterable[Draw]) -> None:
        """Do what an answer asks for, and all that follows from it."""
        self.draws = [*draws]
        if kind == "sell":
            self.sealed[seat] = command.gems
        else:
            del self.asked[seat, kind]
            getattr(self, f"on_{kind}")(seat, command.__struct_config__.tag, command)
        while not self.over and not self.waits():
            self.go_on()
        assert not self.draws, "chance that nothing asked for"

    def waits(self) -> bool:
        """Somebody is waited for, if only for a sale that isn't in yet (QZ-41, QZ-74)."""
        return any(
            awaited and not (kind == "sell" and seat in self.sealed)
            for (seat, kind), awaited in self.asked.items()
        )

    def go_on(self) -> None:
        inside = [seat for seat in self.order if self.inside[seat]]
        if self.evening:
            self.turn_the_day()
        elif not inside:
            self.fall_evening()
        elif len(inside) > 1:
            self.active = self.others(self.active)[0]
            self.asked[self.active, "turn"] = True
        else:
            self.alone(inside[0])

    def alone(self, seat: int) -> None:
        """QZ-13, QZ-60."""
        self.last = seat
        if self.thrill and self.drawn_alone < 4:
            self.asked[seat, "thrill" if self.drawn_alone < 0 else "thrill_more"] = True
            return
        if not self.thrill:
            self.take_space(seat)
        self.stay(seat)

    def stay(self, seat: int) -> None:
        self.inside[seat] = False
        self.asked.pop((seat, "spend"), None)

    def go_out(self, seat: int) -> None:
        """QZ-11, QZ-74."""
        self.stay(seat)
        if self.day < 5 and self.goods(seat):
            self.asked[seat, "sell"] = False

    def take_space(self, seat: int) -> None:
        card, coins = self.board.pop(0)
        self.coins[seat] += coins
        if card:
            self.hands[seat][card] += 1
            self.shown[seat][card] += 1

    def empty_space(self) -> None:
        card, _ = self.board.pop(0)
        if card:
            self.discard[card] += 1

    def fall_evening(self) -> None:
        """QZ-18, QZ-40, QZ-41."""
        self.evening = True
        for seat in range(len(self.order)):
            self.discard["what_crystal"] += self.parked[seat].total()
            self.carts[seat] += self.parked[seat]
            self.bag[OBSIDIAN] += self.carts[seat].pop(OBSIDIAN, 0)
            self.parked[seat] = Lot()
            if self.goods(seat):
                self.asked[seat, "sell"] = True
                if self.day == 5:
                    self.sealed[seat] = []

    def turn_the_day(self) -> None:
        """QZ-41 to QZ-51."""
        for seat, stored in sorted(self.sealed.items()):
            sold = self.goods(seat) - Lot(stored)
            assert len(stored) <= 2
            self.coins[seat] += price(sold)
            self.bag += sold
            self.carts[seat], self.chests[seat] = Lot(), Lot(stored)
        self.sealed, self.asked = {}, {}
        if self.day < 5:
            self.dawn(self.day + 1, self.last)
            return
        self.over = True
        for seat, hand in enumerate(self.hands):
            self.from_cards[seat] = sum(CARDS_SELL_FOR[card] * count for card, count in hand.items())
            self.coins[seat] += self.from_cards[seat] + 3 * self.tokens[seat]

    # --- obsidian

    def land(self, seat: int, gem: str) -> None:
        """QZ-14, QZ-17."""
        self.carts[seat][gem] += 1
        if gem != OBSIDIAN:
            return
        second = self.carts[seat][OBSIDIAN] == 2
        if self.tokens[seat]:
            self.asked.pop((seat, "spend"), None)
            self.asked[seat, "token" if second else "spend"] = second
        elif second:
            self.have_accident(seat)

    def have_accident(self, seat: int) -> None:
        """QZ-14 to QZ-16."""
        self.bag += self.carts[seat]
        self.carts[seat], self.tokens[seat] = Lot(), True
        self.go_out(seat)
        if sum(self.inside) > 1:
            self.empty_space()

    # --- how it compares

    def agrees(self, state: Any) -> None:
        """Compare everything with how the game has it."""
        for mine, its in (
            (self.carts, state.carts),
            (self.parked, state.parked),
            (self.chests, state.chests),
            ([self.bag, self.deck, self.tray], [state.urns["bag"], state.urns["deck"], state.tray]),
        ):
            assert [*map(plain, mine)] == [*map(plain, its)]
        assert [(space.card, space.coins) for space in state.board] == self.board
        assert (state.coins, state.inside, state.over) == (self.coins, self.inside, self.over)
        assert bool(state.attack and state.attack.obsidian) is self.in_flight
        if not self.over:
            assert [*map(plain, self.hands), plain(self.discard)] == [
                *map(plain, state.hands),
                plain(state.discard),
            ]
            assert state.tokens == self.tokens
            asked = {(int(one.seat), one.kind): one.awaited for one in state.asked.values()}
            assert asked == self.asked

    def ranks(self, outcome: Outcome | None) -> None:
        """QZ-51."""
        scores = [*zip(self.coins, self.from_cards, strict=True)]
        assert outcome is not None
        for place in outcome:
            score = scores[place.seat]
            assert (place.points, place.rank) == (score[0], 1 + sum(other > score for other in scores))


def plain(lot: Mapping[str, int]) -> dict[str, int]:
    return {thing: count for thing, count in sorted(lot.items()) if count}
