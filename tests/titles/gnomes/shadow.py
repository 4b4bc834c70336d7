"""Gnomes once more, read off the rules paragraph by paragraph and off the log alone.

It shares nothing with the game but the names in the log: whatever differs is an AssertionError.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from games.rules.kernel.contract import Outcome
from tests.titles.gnomes.shadow_land import KINDS, MONSTERS, Card, Ground, Square, square

STOCK = Counter({"topaz": 12, "emerald": 8, "diamond": 8, "ruby": 6})
VALUE = {"topaz": 1, "emerald": 2, "diamond": 2, "ruby": 3}
DIGS = {"ruby_mine": 1, "emerald_mine": 1, "diamond_mine": 1, "topaz_mine": 2}
PRICES = {
    **{"RE": 10, "RD": 10, "TTR": 10, "EED": 12, "EDD": 12},
    **{"TTED": 12, "RRTT": 14, "EEDD": 14, "RDDTT": 16, "REETT": 16},
}
OGRES = Counter({"bouncer": 4, "shover": 3, "thief": 2, "sharp": 2, "changer": 2})
ACTED = {"kingdom_played", "dwarf_placed", "dwarf_moved"}
PLAYED = {"bounced", "dwarf_shoved", "gem_stolen", "ogre_stolen", "dwarves_swapped"}
WORKED = {"gems_mined", "ogre_hired", "stack_dug", "goal_bought", "monster_slain", "worked_in_vain"}


def spelt(goal: str) -> Counter[str]:
    return Counter(next(gem for gem in VALUE if gem[0] == letter.lower()) for letter in goal)


class Shadow:
    """Follows a log event by event."""

    def __init__(self, rounds: int = 40) -> None:
        self.rounds = rounds
        self.ground = Ground()
        self.dwarves: Counter[tuple[Square, int]] = Counter()
        self.piles, self.ogre_pile, self.used = STOCK.copy(), OGRES.copy(), Counter[str]()
        self.goals = set(PRICES)  # not yet opened
        self.row: list[str] = []
        self.order: list[int] = []
        self.active = self.round = self.actions = 0
        self.part = "before"
        self.stepped = False
        self.worked: set[Square] = set()
        self.shoved: tuple[int, Square] | None = None
        self.left: int | None = None  # last turns to come
        self.kinds: Counter[str] = Counter()
        self.must_look: set[int] = set()  # whose goal has come to be met since orders were looked at

    def see(self, event: Any) -> None:
        told = msgspec.to_builtins(event)
        kind = told.pop("kind")
        self.kinds[kind] += 1
        assert self.part != "over", "nothing comes after the end"
        before = self.all_met() if self.order else set()
        self.look(kind, told)
        if kind not in PLAYED - {"dwarf_shoved"} and kind != "goal_shown":
            self.shoved = self.shoved if kind in ("dwarf_shoved", "step_asked") else None
        getattr(self, f"see_{kind}", lambda **_: None)(**told)
        if kind in ACTED | PLAYED | WORKED:
            self.must_look |= self.all_met() - before
        self.must_look &= self.all_met() if self.order else set()

    def look(self, kind: str, told: dict[str, Any]) -> None:
        """GN-10: orders are looked at after every action and every work."""
        if kind in ("step_asked", "moment_came"):
            looked = {*told["watching"], told["seat"]}
            assert self.must_look <= looked and not any(self.shown[seat] for seat in told["watching"]), (
                "GN-10"
            )
            self.must_look = set()
        elif kind != "goal_shown":
            assert not self.must_look, "GN-10: looked at before anything else happens"

    # --- the beginning

    def see_sat_down(self, order: list[int], cards: list[str], dwarves: int, **_: Any) -> None:
        seats = len(order)
        assert sorted(order) == list(range(seats)) and sorted(cards) == sorted(KINDS) and dwarves == 7, "GN-6"
        self.order, self.home = order, [7] * seats
        self.hands = [set(cards) for _ in order]
        self.gems = [Counter[str]() for _ in order]
        self.ogres = [Counter[str]() for _ in order]
        self.secrets, self.shown = [""] * seats, [False] * seats
        self.bought: list[list[str]] = [[] for _ in order]
        self.slain, self.idle = [0] * seats, [0] * seats

    def see_goals_opened(self, goals: list[str]) -> None:
        assert len(goals) == 3 and set(goals) <= self.goals, "GN-6"
        self.goals -= set(goals)
        self.row = goals

    def see_secret_dealt(self, seat: int, goal: str) -> None:
        assert goal not in self.secrets and not self.secrets[seat], "GN-6"
        self.secrets[seat] = goal

    # --- the course of a turn

    def see_turn_began(self, seat: int, round: int) -> None:
        assert all(self.secrets) and self.part in ("before", "between"), "GN-6"
        at = self.order.index(seat)
        if self.part == "between":
            assert self.order[at - 1] == self.active, "GN-20: clockwise"
            assert not self.end(), "GN-23"
        else:
            assert at == 0
        assert round == self.round + (at == 0), "GN-23"
        self.active, self.round, self.part = seat, round, "act"
        self.actions, self.stepped, self.worked = 0, False, set()

    def see_step_asked(self, seat: int, part: str, watching: list[int]) -> None:
        assert (seat, part) == (self.active, self.part) or (seat, self.part) == (self.active, "work")
        if part == "discard":
            assert self.surplus() > 0 and not self.due(), "GN-17"

    def see_moment_came(self, seat: int, watching: list[int], **_: Any) -> None:
        assert seat == self.active and seat not in watching

    def act(self, seat: int) -> None:
        """GN-7: the number is looked at before each action."""
        kingdom = self.ground.kingdom(self.active)
        fourth = bool(kingdom) and "ice_giant" not in self.ground.kinds(kingdom)
        assert self.part == "act" and seat == self.active and self.actions < 3 + fourth, "GN-7"
        self.actions, self.stepped = self.actions + 1, True

    def see_kingdom_played(self, seat: int, card: str, place: str, turn: int, own: bool) -> None:
        before, at = self.stepped, square(place)
        self.act(seat)
        assert card in self.hands[seat] and turn in range(4), "GN-8"
        assert self.ground.may_lay(card, at, self.standing(at)), "GN-8"
        if not own:
            assert (card, turn) == ("castle", 0) and not self.ground.stacks, "GN-31"
            self.stepped = before
        self.hands[seat].remove(card)
        self.ground.stacks.setdefault(at, []).append(Card.turned(card, seat, turn))

    def see_dwarf_placed(self, seat: int, place: str) -> None:
        assert self.ground.stacks, "GN-8: a card comes first"
        self.act(seat)
        self.home[seat] -= 1
        assert self.home[seat] >= 0, "GN-9"
        self.come(square(place), seat)

    def see_dwarf_moved(self, seat: int, start: str, to: str) -> None:
        self.act(seat)
        assert self.ground.is_open(square(start), square(to)), "GN-9"
        self.go(square(start), seat)
        self.come(square(to), seat)

    def standing(self, at: Square) -> int:
        return sum(count for (where, _), count in self.dwarves.items() if where == at)

    def come(self, at: Square, seat: int) -> None:
        assert at in self.ground.stacks and self.standing(at) < self.ground.slots(at), "GN-9: a free slot"
        self.dwarves[at, seat] += 1

    def go(self, at: Square, seat: int, count: int = 1) -> None:
        assert self.dwarves[at, seat] >= count
        self.dwarves[at, seat] -= count

    def send_home(self, at: Square, seat: int, count: int) -> None:
        self.go(at, seat, count)
        self.home[seat] += count

    # --- ogres

    def play(self, seat: int, ogre: str) -> None:
        assert self.part == "act" and seat == self.active and self.ogres[seat][ogre], "GN-10"
        self.ogres[seat][ogre] -= 1
        self.used[ogre] += 1
        self.stepped = True

    def see_bounced(self, seat: int, rival: int, place: str, count: int) -> None:
        self.play(seat, "bouncer")
        assert rival != seat and count in (1, 2), "GN-5"
        self.send_home(square(place), rival, count)

    def see_dwarf_shoved(self, seat: int, owner: int, start: str, to: str, again: bool) -> None:
        if again:
            assert self.shoved is not None, "GN-5: two moves a card"
            same = self.shoved == (owner, square(start))
            assert self.dwarves[square(start), owner] > same, "GN-5: different dwarves"
            self.shoved = None
        else:
            self.play(seat, "shover")
            self.shoved = (owner, square(to))
        assert self.ground.touch(square(start), square(to)), "GN-5"
        self.go(square(start), owner)
        self.come(square(to), owner)

    def see_gem_stolen(self, seat: int, rival: int, gem: str) -> None:
        self.play(seat, "thief")
        assert rival != seat and self.gems[rival][gem], "GN-5"
        self.gems[rival][gem] -= 1
        self.gems[seat][gem] += 1

    def see_ogre_stolen(self, seat: int, rival: int, ogre: str) -> None:
        self.play(seat, "sharp")
        assert rival != seat and self.ogres[rival][ogre], "GN-5"
        self.ogres[rival][ogre] -= 1
        self.ogres[seat][ogre] += 1

    def see_dwarves_swapped(self, seat: int, first: int, start: str, second: int, to: str) -> None:
        self.play(seat, "changer")
        assert first != second and start != to, "GN-5"
        self.go(square(start), first)
        self.go(square(to), second)
        self.come(square(start), second)
        self.come(square(to), first)

    # --- secret goals

    def all_met(self) -> set[int]:
        return {seat for seat in self.order if self.secrets[seat] and not self.shown[seat] and self.met(seat)}

    def met(self, seat: int) -> bool:
        """GN-4."""
        kingdom = self.ground.kingdom(seat)
        kinds = self.ground.kinds(kingdom)
        return {
            "architect": len(kingdom) >= 8,
            "king": bool(kingdom) and self.ground.stars(kingdom) >= 10,
            "hunter": self.slain[seat] >= 2,
            "treasurer": min(self.gems[seat][gem] for gem in VALUE) > 0,
            "warlord": self.ogres[seat].total() >= 3,
            "overseer": not self.home[seat]
            and (seat, self.part) == (self.active, "work")
            and not self.worked,
            "conqueror": kinds.count("castle") > 1 and not MONSTERS & set(kinds),
        }[self.secrets[seat]]

    def see_goal_shown(self, seat: int, goal: str, final: bool) -> None:
        assert goal == self.secrets[seat] and not self.shown[seat] and self.met(seat), "GN-10"
        assert final == (self.part == "between"), "GN-10"
        self.shown[seat] = True
        self.stepped = self.stepped or seat == self.active

    # --- work

    def due(self) -> set[Square]:
        """GN-11: every card with enough own dwarves, once a turn."""
        return {
            at
            for (at, seat), count in self.dwarves.items()
            if seat == self.active and count and count >= self.ground.need(at) and at not in self.worked
        }

    def see_work_began(self, seat: int) -> None:
        assert (seat, self.part) == (self.active, "act") and self.ground.stacks, "GN-8"
        self.part = "work"

    def work(self, seat: int, place: str, home: int, *kinds: str) -> Square:
        at = square(place)
        assert (seat, self.part) == (self.active, "work") and at in self.due(), "GN-11"
        assert self.ground.top(at) in kinds and home == self.ground.need(at), "GN-11"
        self.worked.add(at)
        self.send_home(at, seat, home)
        return at

    def digs(self) -> set[Square]:
        stacks = self.ground.stacks
        return {at for at, stack in stacks.items() if len(stack) > 1 and not self.standing(at)}

    def see_gems_mined(self, seat: int, place: str, home: int, gem: str, count: int) -> None:
        mine = f"{gem}_mine"
        at = self.work(seat, place, home, mine)
        assert "dragon" not in self.ground.kinds(self.ground.together(at)), "GN-11"
        assert count == min(DIGS[mine], self.piles[gem]) > 0, "GN-11"
        self.piles[gem] -= count
        self.gems[seat][gem] += count

    def see_ogres_shuffled(self, count: int) -> None:
        assert not self.ogre_pile.total() and count == self.used.total() > 0, "GN-15"
        self.ogre_pile, self.used = self.used, Counter()

    def see_ogre_hired(self, seat: int, place: str, home: int, ogre: str) -> None:
        self.work(seat, place, home, "tavern")
        self.ogre_pile[ogre] -= 1
        assert self.ogre_pile[ogre] >= 0, "GN-15"
        self.ogres[seat][ogre] += 1

    def see_stack_dug(self, seat: int, place: str, home: int, stack: str, card: str) -> None:
        diggable = self.digs()
        at = self.work(seat, place, home, "castle")
        assert not MONSTERS & set(self.ground.kinds(self.ground.together(at))), "GN-11"
        assert square(stack) in diggable and self.ground.top(square(stack)) == card, "GN-12"
        cards = self.ground.stacks[square(stack)]
        cards.insert(0, cards.pop())

    def see_goal_bought(
        self,
        seat: int,
        place: str,
        home: int,
        goal: str,
        points: int,
        paid: dict[str, int],
        opened: str | None,
    ) -> None:
        self.work(seat, place, home, "shop")
        assert goal in self.row and PRICES[goal] == points and Counter(paid) == spelt(goal), "GN-13"
        assert Counter(paid) <= self.gems[seat], "GN-13"
        self.gems[seat] -= Counter(paid)
        self.piles += Counter(paid)
        self.row = [one for one in self.row if one != goal]
        assert (opened in self.goals) if self.goals else opened is None, "GN-13"
        if opened:
            self.goals.remove(opened)
            self.row.append(opened)
        self.bought[seat].append(goal)

    def see_monster_slain(self, seat: int, place: str, home: int, card: str, others: dict[str, int]) -> None:
        at = self.work(seat, place, home, *MONSTERS)
        assert self.ground.stacks[at].pop().kind == card and not others and not self.standing(at), "GN-14"
        if not self.ground.stacks[at]:
            del self.ground.stacks[at]
        self.slain[seat] += 1

    def see_worked_in_vain(self, seat: int, place: str, home: int, why: str) -> None:
        """GN-11: what can't succeed, or wasn't wanted."""
        diggable, kind = self.digs(), self.ground.top(square(place))
        at = self.work(seat, place, home, kind)
        kinds = set(self.ground.kinds(self.ground.together(at)))
        can_pay = any(spelt(goal) <= self.gems[seat] for goal in self.row)
        if kind in DIGS:
            reason = "dragon" if "dragon" in kinds else "empty"
            assert reason == "dragon" or not self.piles[kind.removesuffix("_mine")]
        elif kind == "castle":
            reason = "monster" if kinds & MONSTERS else "rest" if diggable else "no_stack"
        elif kind == "shop":
            reason = "rest" if can_pay else "no_trade"
        else:
            reason = "empty"
            assert kind == "tavern" and not self.ogre_pile.total() + self.used.total(), "GN-15"
        assert why == reason, "GN-11"

    # --- the end of a turn, and of the match

    def surplus(self) -> int:
        seat = self.active
        return len(self.hands[seat]) + self.gems[seat].total() + self.ogres[seat].total() - 9

    def see_cards_discarded(self, seat: int, gems: dict[str, int], ogres: list[str]) -> None:
        assert seat == self.active and not self.due(), "GN-17"
        assert sum(gems.values()) + len(ogres) == self.surplus() > 0, "GN-17"
        assert Counter(gems) <= self.gems[seat] and Counter(ogres) <= self.ogres[seat], "GN-17"
        self.gems[seat] -= Counter(gems)
        self.ogres[seat] -= Counter(ogres)
        self.piles += Counter(gems)
        self.used += Counter(ogres)

    def see_turn_ended(self, seat: int) -> None:
        assert (seat, self.part) == (self.active, "work") and not self.due(), "GN-11"
        assert self.surplus() <= 0, "GN-17"
        self.part = "between"
        self.idle[seat] = 0 if self.stepped else self.idle[seat] + 1
        if self.left is not None:
            self.left -= 1

    def has_three(self) -> list[int]:
        return [seat for seat in self.order if len(self.bought[seat]) + self.shown[seat] >= 3]

    def see_last_turns_began(self, seat: int, turns: int) -> None:
        assert self.part == "between" and self.left is None and seat in self.has_three(), "GN-20"
        assert turns == len(self.order), "GN-20"
        self.left = turns

    def end(self) -> str:
        if self.left == 0:
            return "goals"
        if all(count >= 2 for count in self.idle):
            return "silence"
        assert self.left is not None or not self.has_three(), "GN-20"
        is_last = self.active == self.order[-1] and self.round >= self.rounds
        return "rounds" if is_last else ""

    def see_match_ended(self, why: str) -> None:
        assert self.part == "between" and why == self.end(), "GN-20, GN-23"
        assert not self.all_met(), "GN-10: shown at the count"
        self.part = "over"

    def ranking(self) -> dict[int, tuple[int, int]]:
        """GN-21 and GN-22: points and rank of each seat, found by comparing everybody with everybody."""
        scores = []
        for seat in range(len(self.order)):
            kingdom = self.ground.kingdom(seat)
            points = sum(PRICES[goal] for goal in self.bought[seat]) + 8 * self.shown[seat]
            points += 3 * self.slain[seat] + self.ground.stars(kingdom)
            points += sum(VALUE[gem] * count for gem, count in self.gems[seat].items())
            scores.append((points, len(kingdom), 7 - self.home[seat]))
        return {
            seat: (score[0], 1 + sum(other > score for other in scores)) for seat, score in enumerate(scores)
        }

    def agrees(self, outcome: Outcome | None) -> bool:
        return {place.seat: (place.points, place.rank) for place in outcome or ()} == self.ranking()
