"""Quartz once more, read off the rules paragraph by paragraph: what has to come of every answer.

It shares nothing with the game but the names of commands and cards. It is told what was answered and what
chance brought, and says where everything lies then and who is asked what; whatever differs is an
AssertionError.
"""

from __future__ import annotations

from typing import Any

from tests.titles.quartz.shadow_day import ANSWERED_BY, OBSIDIAN, Attack, Day, Lot


class Shadow(Day):
    """Does what is answered: a function for each kind of question, and one for each card."""

    # --- turns

    def on_turn(self, seat: int, does: str, command: Any) -> None:
        if does == "mine":
            self.land(seat, self.draw("bag"))
        elif does == "leave":
            if sum(self.inside) > 2:
                self.take_space(seat)
            self.go_out(seat)
        else:
            self.hands[seat][does] -= 1
            self.discard[does] += does != "what_crystal"
            getattr(self, f"play_{does}", self.attacks)(seat, does, command)

    def play_here_we_go(self, seat: int, card: str, command: Any) -> None:
        self.draw_onto_tray(seat, 3, "keep")

    def play_eureka(self, seat: int, card: str, command: Any) -> None:
        self.draw_onto_tray(seat, 7, "replace")

    def draw_onto_tray(self, seat: int, count: int, asks: str) -> None:
        self.tray = Lot(self.draw("bag") for _ in range(count))
        self.bag[OBSIDIAN] += self.tray.pop(OBSIDIAN, 0)
        if self.tray:
            self.asked[seat, asks] = True

    def play_come_closer(self, seat: int, card: str, command: Any) -> None:
        take = self.pick(self.valuable(command.target)) if self.covered else command.take
        self.move(command.give, seat, command.target)
        self.move(take, command.target, seat)

    def move(self, gem: str, giver: int, taker: int) -> None:
        assert gem in self.valuable(giver)
        self.carts[giver][gem] -= 1
        self.carts[taker][gem] += 1

    def play_out_of_my_way(self, seat: int, card: str, command: Any) -> None:
        for loser in self.others(seat):
            if lot := self.valuable(loser):
                gem = self.pick(lot)
                self.carts[loser][gem] -= 1
                self.bag[gem] += 1

    def play_what_crystal(self, seat: int, card: str, command: Any) -> None:
        """QZ-24."""
        assert self.carts[seat][command.gem] > 0
        self.carts[seat][command.gem] -= 1
        self.parked[seat][command.gem] += 1
        if command.gem == OBSIDIAN:
            self.asked.pop((seat, "spend"), None)

    # --- attacks and their answers

    def attacks(self, seat: int, card: str, command: Any) -> None:
        self.attack = Attack(card, seat, command.target, getattr(command, "gems", ()))
        if card == "not_mine":
            self.in_flight = True
            self.carts[seat][OBSIDIAN] -= 1
            self.asked.pop((seat, "spend"), None)
        self.ask_or_happen(self.attack)

    def ask_or_happen(self, attack: Attack) -> None:
        """QZ-30, QZ-31."""
        reaction, target = ANSWERED_BY[attack.card], attack.target
        elsewhere = [lot[reaction] for seat, lot in enumerate(self.shown) if seat != target]
        seen = self.discard[reaction] + [card for card, _ in self.board].count(reaction) + sum(elsewhere)
        if target == self.active or not self.hands[target].total() or seen >= 3:
            self.happen(attack)
        else:
            self.asked[target, "window"] = True

    def on_window(self, seat: int, does: str, command: Any) -> None:
        assert self.attack
        attack, reaction = self.attack, ANSWERED_BY[self.attack.card]
        if does == "let" or not self.hands[seat][reaction]:
            assert does != "react"
            self.happen(attack)
            return
        self.hands[seat][reaction] -= 1
        self.discard[reaction] += 1
        self.shown[seat][reaction] = max(self.shown[seat][reaction] - 1, 0)
        getattr(self, f"answer_{reaction}")(attack, seat, command)

    def answer_on_my_break(self, attack: Attack, seat: int, command: Any) -> None:
        self.attack = None

    def answer_unacceptable(self, attack: Attack, seat: int, command: Any) -> None:
        """QZ-33."""
        self.attack = None
        if lot := self.valuable(attack.player):
            self.move(self.pick(lot) if self.covered else command.take, attack.player, seat)

    def answer_not_mine_either(self, attack: Attack, seat: int, command: Any) -> None:
        """QZ-32."""
        receivers = set(self.others(seat)) - {attack.giver}
        if receivers:
            assert command.pass_to in receivers
            attack.giver, attack.target = seat, command.pass_to
            self.ask_or_happen(attack)
        else:
            self.attack, self.in_flight = None, False
            self.bag[OBSIDIAN] += 1

    def happen(self, attack: Attack) -> None:
        """QZ-25 to QZ-27."""
        if attack.card == "gimme_a_hand":
            self.lend_a_hand(attack)
            return
        self.attack, self.in_flight = None, False
        if attack.card == "not_mine":
            self.land(attack.target, OBSIDIAN)
            return
        named = attack.named
        if self.covered:
            left = self.valuable(attack.target)
            for _ in range(min(2, left.total())):
                named[gem := self.pick(left)] += 1
                left[gem] -= 1
        for gem in named.elements():
            self.move(gem, attack.target, attack.player)

    def lend_a_hand(self, attack: Attack) -> None:
        self.tray = Lot(self.draw("bag") for _ in range(2))
        if self.tray[OBSIDIAN] < 2:
            self.asked[attack.player, "share"] = True
            return
        self.attack, self.tray = None, Lot()
        self.bag[OBSIDIAN] += 1
        self.land(attack.target, OBSIDIAN)

    # --- what lies on the tray

    def on_share(self, seat: int, does: str, command: Any) -> None:
        assert self.attack
        helper, took = self.attack.target, [command.take] if does == "share" else []
        left, self.tray, self.attack = self.tray - Lot(took), Lot(), None
        landing = [*((seat, gem) for gem in took), *((helper, gem) for gem in left.elements())]
        for taker, gem in sorted(landing, key=lambda one: one[1] == OBSIDIAN):  # both land, then the accident
            self.land(taker, gem)

    def on_keep(self, seat: int, does: str, command: Any) -> None:
        kept = Lot(command.gems)
        self.bag += self.tray - kept
        self.carts[seat] += kept
        self.tray = Lot()

    def on_replace(self, seat: int, does: str, command: Any) -> None:
        if does == "replace":
            assert command.give in self.valuable(seat)
            self.carts[seat][command.give] -= 1
            self.carts[seat][command.take] += 1
            self.tray[command.take] -= 1
            self.bag[command.give] += 1
        self.bag += self.tray
        self.tray = Lot()

    # --- alone (QZ-60)

    def on_thrill(self, seat: int, does: str, command: Any) -> None:
        if does == "take_bonus":
            self.take_space(seat)
            self.stay(seat)
        else:
            self.empty_space()
            self.drawn_alone = 1
            self.land(seat, self.draw("bag"))

    def on_thrill_more(self, seat: int, does: str, command: Any) -> None:
        if does == "stop":
            self.stay(seat)
        else:
            self.drawn_alone += 1
            self.land(seat, self.draw("bag"))

    # --- tokens

    def on_token(self, seat: int, does: str, command: Any) -> None:
        if does == "spend_token":
            self.on_spend(seat, does, command)
        else:
            self.have_accident(seat)

    def on_spend(self, seat: int, does: str, command: Any) -> None:
        assert self.tokens[seat]
        assert self.inside[seat]
        self.tokens[seat] = False
        self.carts[seat][OBSIDIAN] -= 1
        self.bag[OBSIDIAN] += 1
