"""The course of a match: how it begins, whose turn it is, what is asked, and how it ends."""

from __future__ import annotations

from games.rules.kernel.chance import add, take
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.evolve.sure import give_away
from games.titles.gnomes.rules.land import Land
from games.titles.gnomes.rules.state import Moment, State, ask


def sat_down(state: State, event: e.SatDown, number: EventNumber) -> None:
    seats = range(len(event.order))
    state.order, state.rounds, state.tables = event.order, event.rounds, event.tables
    state.land = Land(event.tables.kingdom, {})
    state.piles = dict(event.tables.gems)
    state.supply = [event.dwarves for _ in seats]
    state.kingdom = [tuple(event.cards) for _ in seats]
    state.gems = [{} for _ in seats]
    state.sure = [{} for _ in seats]
    state.ogres = [() for _ in seats]
    state.secrets = ["" for _ in seats]
    state.shown = [False for _ in seats]
    state.bought = [() for _ in seats]
    state.slain = [() for _ in seats]
    state.idle = [0 for _ in seats]


def goals_opened(state: State, event: e.GoalsOpened, number: EventNumber) -> None:
    state.row = [*state.row, *event.goals]


def secret_dealt(state: State, event: e.SecretDealt, number: EventNumber) -> None:
    state.secrets[event.seat] = event.goal


def gem_given(state: State, event: e.GemGiven, number: EventNumber) -> None:
    take(state.piles, event.gem)
    add(state.gems[event.seat], {event.gem: 1})
    add(state.sure[event.seat], {event.gem: 1})


def turn_began(state: State, event: e.TurnBegan, number: EventNumber) -> None:
    state.active, state.round, state.part = event.seat, event.round, "act"
    state.actions, state.stepped, state.worked, state.asked_at = 0, False, (), None
    ask(state, number, event.seat, "act")


def step_asked(state: State, event: e.StepAsked, number: EventNumber) -> None:
    state.part = event.part
    ask(state, number, event.seat, event.part)
    state.watching = tuple([Question(number, seat, "show", awaited=False) for seat in event.watching])


def moment_came(state: State, event: e.MomentCame, number: EventNumber) -> None:
    """Put a moment to the orders of some seats, and last to the player whose turn it is."""
    state.moment = Moment(event.steps, event.then)
    state.asking = Question(number, event.seat, "go_on")
    state.watching = tuple([Question(number, seat, "show", awaited=False) for seat in event.watching])


def goal_shown(state: State, event: e.GoalShown, number: EventNumber) -> None:
    state.shown[event.seat] = True
    state.watching = tuple([one for one in state.watching if one.seat != event.seat])
    if event.seat == state.active:
        state.asking, state.shoved, state.stepped = None, None, True


def cards_discarded(state: State, event: e.CardsDiscarded, number: EventNumber) -> None:
    state.asking = None
    for gem, count in event.gems.items():
        take(state.gems[event.seat], gem, count)
    give_away(state, event.seat, event.gems)
    add(state.piles, event.gems)
    for ogre in event.ogres:
        lay_ogre_open(state, event.seat, ogre)


def lay_ogre_open(state: State, seat: int, ogre: str) -> None:
    """Put an ogre from a hand to the used ones; of equal ones the last drawn."""
    take_ogre(state, seat, ogre)
    add(state.used, {ogre: 1})


def take_ogre(state: State, seat: int, ogre: str) -> None:
    """Take an ogre out of a hand; of equal ones the last drawn."""
    hand = list(reversed(state.ogres[seat]))
    hand.remove(ogre)
    state.ogres[seat] = tuple(reversed(hand))


def last_turns_began(state: State, event: e.LastTurnsBegan, number: EventNumber) -> None:
    state.last_turns = event.turns


def turn_ended(state: State, event: e.TurnEnded, number: EventNumber) -> None:
    state.asking, state.shoved, state.part, state.watching = None, None, "", ()
    state.idle[event.seat] = 0 if state.stepped else state.idle[event.seat] + 1
    if state.last_turns is not None:
        state.last_turns -= 1


def match_ended(state: State, event: e.MatchEnded, number: EventNumber) -> None:
    state.over, state.asking, state.watching = True, None, ()
