"""The course of a turn and of the match: what is asked next, and when it ends (GN-17 to GN-23)."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.questions import things
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat, clockwise_from
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import GOALS_TO_END, HAND_LIMIT
from games.titles.gnomes.rules.choices import show
from games.titles.gnomes.rules.decide import works
from games.titles.gnomes.rules.decide.moment import Reach, comes, others_may_show, reach
from games.titles.gnomes.rules.facts import has_all_out, to_work
from games.titles.gnomes.rules.land import FIRST
from games.titles.gnomes.rules.secret_goals import is_met
from games.titles.gnomes.rules.state import State

Table = Draft[State, Event]

SILENT_TURNS = 2  # of every seat in a row, after which the match is over


# --- answers


def show_goal(draft: Table, seat: Seat, command: c.ShowGoal) -> None:
    """Show the secret goal while it is met (GN-10)."""
    if not show(draft.state, seat):
        raise Refused("not_met")
    draft.emit(e.GoalShown(seat, draft.state.secrets[seat], final=False))


def done(draft: Table, seat: Seat, command: c.Done) -> None:
    """End the actions; on an empty table a card has to be laid first (GN-8)."""
    if not draft.state.land.stacks:
        raise Refused("empty_table")
    draft.emit(e.WorkBegan(seat))


def finish_turn(draft: Table, seat: Seat, command: c.FinishTurn) -> None:
    finish(draft)


def finish(draft: Table) -> None:
    """Do by itself what is left of the turn (GN-31), unless orders are looked at."""
    state = draft.state
    before = reach(state)
    if not state.land.stacks:
        draft.emit(e.KingdomPlayed(state.active, "castle", FIRST, 0, own=False))
    if state.part == "act":
        draft.emit(e.WorkBegan(state.active))
    while waiting := to_work(state):
        works.by_itself(draft, works.next_by_itself(state, waiting))
        if comes(draft, before, then="finish"):
            return
    if surplus(state) > 0:
        throw_cheapest(draft)
    draft.emit(e.TurnEnded(state.active))


def discard(draft: Table, seat: Seat, command: c.Discard) -> None:
    """Discard as many gems and ogres as are over the limit (GN-17)."""
    state = draft.state
    held = multiset([*things(state.gems[seat]), *state.ogres[seat]])
    wanted = multiset(command.cards)
    if len(command.cards) != surplus(state) or any(held.get(one, 0) < n for one, n in wanted.items()):
        raise Refused("not_offered")
    throw(draft, command.cards)


def discard_cheapest(draft: Table, seat: Seat, command: c.DiscardCheapest) -> None:
    throw_cheapest(draft)


def throw_cheapest(draft: Table) -> None:
    """Discard the cheapest gems, then ogres, the last drawn first (GN-31)."""
    state = draft.state
    points = state.tables.points
    gems = sorted(things(state.gems[state.active]), key=lambda gem: (points[gem], gem))
    throw(draft, [*gems, *reversed(state.ogres[state.active])][: surplus(state)])


def throw(draft: Table, chosen: Iterable[str]) -> None:
    gems = [one for one in chosen if one in draft.state.tables.points]
    ogres = [one for one in chosen if one not in draft.state.tables.points]
    draft.emit(e.CardsDiscarded(draft.state.active, multiset(gems), ogres))


def surplus(state: State) -> int:
    """Count the cards in the active hand beyond the limit: kingdom cards, gems and ogres together."""
    seat = state.active
    return len(state.kingdom[seat]) + state.gem_count(seat) + len(state.ogres[seat]) - HAND_LIMIT


# --- what comes next


def step(draft: Table, before: Reach) -> None:
    """Do the next thing that no player has to decide, or ask. `before`: goals that were in reach then."""
    state = draft.state
    if state.part == "act":
        ask(draft, "act")
    elif state.part in ("work", "discard"):
        work_on(draft, before)
    else:
        next_turn(draft)


def work_on(draft: Table, before: Reach) -> None:
    """Go on with the work part: ask only if something is to be chosen."""
    state = draft.state
    waiting = to_work(state)
    if works.is_for_its_player(state, waiting) or has_all_out(state):
        ask(draft, "work")
    elif not waiting and surplus(state) > 0:
        ask(draft, "discard")
    elif comes(draft, before):
        return
    elif waiting:
        works.by_itself(draft, works.next_by_itself(state, waiting))
    else:
        draft.emit(e.TurnEnded(state.active))


def ask(draft: Table, part: str) -> None:
    """Ask the active player, and let orders of the others show a goal that is met."""
    state = draft.state
    watching = [seat for seat in state.order if seat != state.active and not state.shown[seat]]
    draft.emit(e.StepAsked(state.active, part, watching))


def next_turn(draft: Table) -> None:
    """Pass the turn clockwise, unless the match is over (GN-20, GN-23)."""
    state = draft.state
    finishers = [seat for seat in state.order if len(state.bought[seat]) + state.shown[seat] >= GOALS_TO_END]
    after = clockwise_from(state.order, state.active)[0]
    if finishers and state.last_turns is None:
        draft.emit(e.LastTurnsBegan(finishers[0], last_turns(draft)))
    elif why := end(state, after):
        count(draft, why)
    else:
        draft.emit(e.TurnBegan(after, state.round + (after == state.order[0])))
        if others_may_show(state):
            ask(draft, "act")


def last_turns(draft: Table) -> int:
    """Count the turns still to come: one each; with a head start the round is finished first (GN-20)."""
    order = draft.state.order
    if draft.table.options.head_start == "none":
        return len(order)
    return len(order[order.index(draft.state.active) + 1 :]) + len(order)


def end(state: State, after: Seat) -> str:
    """Say why the match is over, or ""."""
    if state.last_turns == 0:
        return "goals"
    if min(state.idle) >= SILENT_TURNS:
        return "silence"
    return "rounds" if state.round >= state.rounds and after == state.order[0] else ""


def count(draft: Table, why: str) -> None:
    """Show every secret goal that is met, and end the match."""
    state = draft.state
    for seat in state.order:
        if not state.shown[seat] and is_met(
            state, seat, state.secrets[seat], state.gems[seat], state.ogres[seat]
        ):
            draft.emit(e.GoalShown(seat, state.secrets[seat], final=True))
    draft.emit(e.MatchEnded(why))
