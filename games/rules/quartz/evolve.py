"""Bookkeeping: what each event does to the table. Reads no card table and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.rules.kernel.chance import add, take
from games.rules.kernel.events import Event
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.quartz import events as e
from games.rules.quartz.gems import OBSIDIAN, joined, without
from games.rules.quartz.state import LAST_DAY, NOBODY, Attack, Ledger, Space, State, anything_to_sell


def ask(state: State, number: EventNumber, seat: Seat, kind: str, **more: Any) -> None:
    """Open a question; one event asks a seat one thing at most."""
    state.asked[number * 8 + seat] = Question(opened=number, seat=seat, kind=kind, **more)


def close(state: State, kind: str, seat: Seat) -> Question | None:
    """Close a seat's question of a kind, if it is open."""
    for key, question in state.asked.items():
        if question.kind == kind and question.seat == seat:
            del state.asked[key]
            return question
    return None


# --- the table and its days


def sat_down(state: State, event: e.SatDown, number: EventNumber) -> None:
    seats = len(event.order)
    state.order = event.order
    state.covered, state.thrill, state.silence = event.covered, event.thrill, event.silence
    state.values, state.sale, state.bravery_coins = event.values, event.sale, event.bravery_coins
    state.inside = [False] * seats
    state.carts, state.parked, state.chests = empty(seats), empty(seats), empty(seats)
    state.hands, state.shown = empty(seats), empty(seats)
    state.tokens, state.coins = [False] * seats, [0] * seats
    state.ledgers = [Ledger((0,) * LAST_DAY)] * seats


def empty(seats: int) -> list[dict[str, int]]:
    return [{} for _ in range(seats)]


def day_began(state: State, event: e.DayBegan, number: EventNumber) -> None:
    state.day, state.first, state.active = event.day, event.first, NOBODY
    state.inside = [True] * len(state.order)
    state.evening, state.thrills = False, -1


def cards_dealt(state: State, event: e.CardsDealt, number: EventNumber) -> None:
    add(state.hands[event.seat], event.cards)


def deck_shuffled(state: State, event: e.DeckShuffled, number: EventNumber) -> None:
    state.discard = {}


def space_filled(state: State, event: e.SpaceFilled, number: EventNumber) -> None:
    state.board.append(Space(event.card, event.coins))


def turn_began(state: State, event: e.TurnBegan, number: EventNumber) -> None:
    state.active = event.seat
    ask(state, number, event.seat, "turn")


# --- crystals


def land(state: State, seat: Seat, gem: str, number: EventNumber) -> None:
    """Put a crystal into a cart; with obsidian, its owner's token may come into play (QZ-17)."""
    cart = state.carts[seat]
    cart[gem] = cart.get(gem, 0) + 1
    if gem != OBSIDIAN or not state.tokens[seat]:
        return
    if cart[gem] == 1:
        ask(state, number, seat, "spend", awaited=False)
    else:
        close(state, "spend", seat)
        ask(state, number, seat, "token")


def mined(state: State, event: e.Mined, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    if state.thrills >= 0:
        state.thrills += 1
        close(state, "thrill_more", event.seat)
    land(state, event.seat, event.gem, number)


def tray_filled(state: State, event: e.TrayFilled, number: EventNumber) -> None:
    state.tray = dict(event.gems)
    if event.asks is not None:
        kind = {"here_we_go": "keep", "eureka": "replace", "gimme_a_hand": "share"}[event.card]
        ask(state, number, event.asks, kind)


def kept(state: State, event: e.Kept, number: EventNumber) -> None:
    close(state, "keep", event.seat)
    state.tray = {}
    add(state.carts[event.seat], event.gems)


def replaced(state: State, event: e.Replaced, number: EventNumber) -> None:
    close(state, "replace", event.seat)
    state.tray = {}
    if event.gave is not None and event.took is not None:
        take(state.carts[event.seat], event.gave)
        add(state.carts[event.seat], {event.took: 1})


def shared(state: State, event: e.Shared, number: EventNumber) -> None:
    close(state, "share", event.player)
    state.tray, state.attack = {}, None
    if event.took is not None:
        land(state, event.player, event.took, number)
    for gem, count in event.kept.items():
        for _ in range(count):
            land(state, event.miner, gem, number)


def traded(state: State, event: e.Traded, number: EventNumber) -> None:
    mine, theirs = state.carts[event.seat], state.carts[event.target]
    take(mine, event.gave)
    take(theirs, event.took)
    add(mine, {event.took: 1})
    add(theirs, {event.gave: 1})


def shoved(state: State, event: e.Shoved, number: EventNumber) -> None:
    for seat, gem in event.losses:
        take(state.carts[seat], gem)


def parked(state: State, event: e.Parked, number: EventNumber) -> None:
    take(state.carts[event.seat], event.gem)
    state.parked[event.seat] = joined(state.parked[event.seat], {event.gem: 1})


# --- cards and answers


def card_played(state: State, event: e.CardPlayed, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    take(state.hands[event.seat], event.card)
    if event.card != "what_crystal":
        add(state.discard, {event.card: 1})
    if event.card in ("gimme_a_hand", "dont_belong", "not_mine") and event.target is not None:
        obsidian = event.card == "not_mine"
        state.attack = Attack(event.card, event.seat, event.seat, event.target, event.takes, obsidian)
        if obsidian:
            give_up_obsidian(state, event.seat)


def give_up_obsidian(state: State, seat: Seat) -> None:
    take(state.carts[seat], OBSIDIAN)
    close(state, "spend", seat)


def window_opened(state: State, event: e.WindowOpened, number: EventNumber) -> None:
    ask(state, number, event.seat, "window")


def let_happen(state: State, event: e.LetHappen, number: EventNumber) -> None:
    close(state, "window", event.seat)


def reacted(state: State, event: e.Reacted, number: EventNumber) -> None:
    close(state, "window", event.seat)
    take(state.hands[event.seat], event.card)
    add(state.discard, {event.card: 1})
    if state.shown[event.seat].get(event.card):
        state.shown[event.seat] = without(state.shown[event.seat], {event.card: 1})
    if event.to is not None and state.attack:
        state.attack = replace(state.attack, giver=event.seat, target=event.to)
    elif event.card == "on_my_break":
        state.attack = None


def stolen(state: State, event: e.Stolen, number: EventNumber) -> None:
    state.attack = None
    for gem, count in event.gems.items():
        take(state.carts[event.victim], gem, count)
    add(state.carts[event.thief], event.gems)


def taken_back(state: State, event: e.TakenBack, number: EventNumber) -> None:
    state.attack = None
    if event.gem is not None:
        take(state.carts[event.thief], event.gem)
        add(state.carts[event.seat], {event.gem: 1})


def obsidian_landed(state: State, event: e.ObsidianLanded, number: EventNumber) -> None:
    state.attack = None
    land(state, event.seat, OBSIDIAN, number)


def obsidian_lost(state: State, event: e.ObsidianLost, number: EventNumber) -> None:
    state.attack = None


# --- tokens and accidents


def token_spent(state: State, event: e.TokenSpent, number: EventNumber) -> None:
    """Take an obsidian out of the cart; an open turn offers other cards then, so it is asked anew."""
    state.tokens[event.seat] = False
    take(state.carts[event.seat], OBSIDIAN)
    close(state, "spend", event.seat)
    close(state, "token", event.seat)
    turn = close(state, "turn", event.seat)
    if turn:
        ask(state, number, event.seat, "turn", replaces=turn.opened)


def accident_taken(state: State, event: e.AccidentTaken, number: EventNumber) -> None:
    close(state, "token", event.seat)


def accident_happened(state: State, event: e.AccidentHappened, number: EventNumber) -> None:
    state.carts[event.seat] = {}
    state.tokens[event.seat] = True
    ledger = state.ledgers[event.seat]
    state.ledgers[event.seat] = replace(ledger, accidents=ledger.accidents + 1)
    go_out(state, event.seat, number)


def go_out(state: State, seat: Seat, number: EventNumber) -> None:
    """Leave the mine for today, and be asked what to store as soon as that can't change (QZ-74)."""
    state.inside[seat] = False
    close(state, "spend", seat)
    if state.day < LAST_DAY and anything_to_sell(state, seat):
        ask(state, number, seat, "sell", awaited=False, together=f"sell {state.day}")


# --- leaving, bravery, the end of a day


def take_space(state: State) -> Space:
    return state.board.pop(0)


def reward(state: State, seat: Seat, card: str | None, coins: int) -> None:
    """Give a bravery space's card and coins; everybody has seen the card."""
    take_space(state)
    state.coins[seat] += coins
    ledger = state.ledgers[seat]
    state.ledgers[seat] = replace(ledger, bravery=ledger.bravery + coins)
    if card is not None:
        add(state.hands[seat], {card: 1})
        state.shown[seat] = joined(state.shown[seat], {card: 1})


def space_emptied(state: State, event: e.SpaceEmptied, number: EventNumber) -> None:
    take_space(state)
    if event.card is not None:
        add(state.discard, {event.card: 1})


def left_mine(state: State, event: e.LeftMine, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    if event.bonus:
        reward(state, event.seat, event.card, event.coins)
    go_out(state, event.seat, number)


def stayed_last(state: State, event: e.StayedLast, number: EventNumber) -> None:
    reward(state, event.seat, event.card, event.coins)
    stop_work(state, event.seat)


def alone_inside(state: State, event: e.AloneInside, number: EventNumber) -> None:
    state.last = event.seat
    ask(state, number, event.seat, "thrill" if state.thrills < 0 else "thrill_more")


def bonus_given_up(state: State, event: e.BonusGivenUp, number: EventNumber) -> None:
    close(state, "thrill", event.seat)
    space_emptied(state, e.SpaceEmptied(event.card, event.coins), number)
    state.thrills = 0


def thrill_ended(state: State, event: e.ThrillEnded, number: EventNumber) -> None:
    stop_work(state, event.seat)


def stop_work(state: State, seat: Seat) -> None:
    """End the day for the last dwarf inside, who begins the next."""
    for kind in ("thrill", "thrill_more", "spend"):
        close(state, kind, seat)
    state.last = seat
    state.inside[seat] = False


def evening_fell(state: State, event: e.EveningFell, number: EventNumber) -> None:
    """Bring what_crystal cards home, drop the obsidian, and ask everybody at once what to store."""
    state.evening = True
    for seat in range(len(state.order)):
        state.carts[seat].pop(OBSIDIAN, None)
        add(state.carts[seat], state.parked[seat])
        add(state.discard, {"what_crystal": sum(state.parked[seat].values())})
        state.parked[seat] = {}
    early = {question.seat for question in state.asked.values()}
    state.asked = {key: replace(question, awaited=True) for key, question in state.asked.items()}
    for seat in map(Seat, range(len(state.order))):
        if event.day < LAST_DAY and seat not in early and anything_to_sell(state, seat):
            ask(state, number, seat, "sell", together=f"sell {event.day}")


def crystals_sold(state: State, event: e.CrystalsSold, number: EventNumber) -> None:
    close(state, "sell", event.seat)
    state.carts[event.seat] = {}
    state.chests[event.seat] = dict(event.stored)
    state.coins[event.seat] += event.coins
    ledger, day = state.ledgers[event.seat], state.day - 1
    days = (*ledger.days[:day], ledger.days[day] + event.coins, *ledger.days[day + 1 :])
    state.ledgers[event.seat] = replace(ledger, days=days)


def hand_sold(state: State, event: e.HandSold, number: EventNumber) -> None:
    add(state.discard, event.cards)
    state.hands[event.seat], state.shown[event.seat] = {}, {}
    state.tokens[event.seat] = False
    state.coins[event.seat] += event.coins + event.token
    state.ledgers[event.seat] = replace(state.ledgers[event.seat], cards=event.coins, token=event.token)


def match_ended(state: State, event: e.MatchEnded, number: EventNumber) -> None:
    state.over = True


EVOLVE: dict[type[Event], Callable[[State, Any, EventNumber], None]] = {
    e.SatDown: sat_down,
    e.DayBegan: day_began,
    e.CardsDealt: cards_dealt,
    e.DeckShuffled: deck_shuffled,
    e.SpaceFilled: space_filled,
    e.TurnBegan: turn_began,
    e.Mined: mined,
    e.CardPlayed: card_played,
    e.WindowOpened: window_opened,
    e.TrayFilled: tray_filled,
    e.Kept: kept,
    e.Replaced: replaced,
    e.Traded: traded,
    e.Shoved: shoved,
    e.Parked: parked,
    e.Shared: shared,
    e.Stolen: stolen,
    e.ObsidianLanded: obsidian_landed,
    e.LetHappen: let_happen,
    e.Reacted: reacted,
    e.TakenBack: taken_back,
    e.ObsidianLost: obsidian_lost,
    e.TokenSpent: token_spent,
    e.AccidentTaken: accident_taken,
    e.AccidentHappened: accident_happened,
    e.SpaceEmptied: space_emptied,
    e.LeftMine: left_mine,
    e.StayedLast: stayed_last,
    e.AloneInside: alone_inside,
    e.BonusGivenUp: bonus_given_up,
    e.ThrillEnded: thrill_ended,
    e.EveningFell: evening_fell,
    e.CrystalsSold: crystals_sold,
    e.HandSold: hand_sold,
    e.MatchEnded: match_ended,
}


def evolve(state: State, event: Event, number: EventNumber) -> None:
    """Do what an event says."""
    EVOLVE[type(event)](state, event, number)
