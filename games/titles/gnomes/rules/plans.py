"""What a plan does on its owner's turn, and what stops it (GN-34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec
from msgspec.structs import replace

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import offered
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import orders as o
from games.titles.gnomes.rules.choices import public_act
from games.titles.gnomes.rules.facts import actions_left, free_slots, to_work
from games.titles.gnomes.rules.steps import command_of
from games.titles.gnomes.rules.view import Sight
from games.titles.gnomes.rules.whole_turns import whole_turns

Since = Sequence[Seen]

#: The events with which a player acts on their own turn.
OWN_ACTIONS = ("kingdom_played", "dwarf_placed", "dwarf_moved")
#: The events by which a rival puts a card or a dwarf on a place.
CROWDING = (*OWN_ACTIONS, "dwarf_shoved")
#: Who suffers from which ogre, by the fields of its event.
SUFFER = {
    "bounced": ("rival",),
    "dwarf_shoved": ("owner",),
    "gem_stolen": ("rival",),
    "ogre_stolen": ("rival",),
    "dwarves_swapped": ("first", "second"),
}
GOALS_TO_WORRY = 2


def is_on(view: Sight, plan: o.Plan, since: Since) -> bool:
    """Tell whether a plan still counts: one for the next turn serves one turn, maybe this one."""
    if plan.for_ == "every_turn":
        return True
    kinds = [seen.kind for seen in since if is_own(view, seen)]
    begins = next((n for n, kind in enumerate(kinds) if kind in ("turn_began", *OWN_ACTIONS)), len(kinds))
    return "turn_ended" not in kinds[begins:]


def is_own(view: Sight, seen: Seen) -> bool:
    return seen.seat("seat") == view.reader


# --- what stops it


def stopped(view: Sight, plan: o.Plan, since: Since) -> str | None:
    """Say what stops a plan before its turn, or None."""
    lately = since_own_turn(view, since)
    if plan.stops.crowded and any(is_crowding(view, plan, seen) for seen in lately):
        return "crowded"
    if plan.stops.ogre and any(is_suffered(view, seen) for seen in lately):
        return "ogre"
    if plan.stops.goal and any(is_worrying(view, seen) for seen in lately):
        return "goal"
    return None


def since_own_turn(view: Sight, since: Since) -> Since:
    """Keep what happened since the owner's last turn ended."""
    ends = [n for n, seen in enumerate(since) if seen.kind == "turn_ended" and is_own(view, seen)]
    return since[ends[-1] + 1 :] if ends else since


def is_crowding(view: Sight, plan: o.Plan, seen: Seen) -> bool:
    """Tell whether a rival put a card or a dwarf on a place that the plan names."""
    if seen.kind not in CROWDING or is_own(view, seen):
        return False
    return str(seen.fields.get("place", seen.fields.get("to"))) in named(plan)


def named(plan: o.Plan) -> set[str]:
    """List the places that a plan goes to."""
    return {one.way.split(">")[1] if isinstance(one, o.MoveStep) else one.place for one in plan.steps}


def is_suffered(view: Sight, seen: Seen) -> bool:
    """Tell whether an ogre was played on the plan's owner."""
    concerned = [seen.seat(name) for name in SUFFER.get(seen.kind, ())]
    return view.reader in concerned and not is_own(view, seen)


def is_worrying(view: Sight, seen: Seen) -> bool:
    """Tell whether a rival has met another goal, and has two by now."""
    if seen.kind not in ("goal_bought", "goal_shown") or is_own(view, seen):
        return False
    return view.players[seen.seat("seat")].goals_met >= GOALS_TO_WORRY


def left_to_owner(view: Sight, plan: o.Plan, since: Since) -> str | None:
    """Say why a plan asks for this step of the turn, or None: it depends on no card."""
    found = next_step(view, plan, since)
    if found is None:
        return unsaid(view, plan, since)
    return None if is_on_offer(view, found) else "void"


def unsaid(view: Sight, plan: o.Plan, since: Since) -> str:
    """Say why a plan has no step to make."""
    if not is_followed(plan, list(made(view, since))):
        return "begun"
    return "rest" if plan.then == "ask" else "nothing"


def is_on_offer(view: Sight, command: Command) -> bool:
    """Tell whether a step can be made."""
    asked_for = msgspec.to_builtins(command)
    return any(one == asked_for for one in offered(public_act(view, view.active)))


# --- what it does


def next_step(view: Sight, plan: o.Plan, since: Since) -> Command | None:
    """Give the next step of a turn by the plan; None asks."""
    done, planned = list(made(view, since)), [as_command(one) for one in plan.steps]
    if not is_followed(plan, done):
        return None
    if len(done) < len(planned):
        return planned[len(done)]
    return c.FinishTurn() if plan.then == "finish" else by_aim(view, plan)


def is_followed(plan: o.Plan, done: list[Command]) -> bool:
    """Tell whether the steps made so far are those of the plan."""
    planned = [as_command(one) for one in plan.steps]
    return done[: len(planned)] == planned[: len(done)]


def by_aim(view: Sight, plan: o.Plan) -> Command | None:
    """Go on as a whole turn of this aim would; ask if there is nothing to do and nothing to work."""
    if plan.then == "ask":
        return None
    turns = whole_turns(view, view.active, free_slots(view.land, view.dwarves))
    steps = (
        turns.get(plan.then) or turns.get("trade") or turns.get("work") or turns.get("build")
        if view.actions_left
        else None
    )
    if not steps:
        return c.FinishTurn() if view.stepped or to_work(view) else None
    if view.stepped:
        return command_of(steps.split()[0])
    aim = next(aim for aim, text in turns.items() if text == steps)
    return c.TakeTurn(cast("c.Aim", aim), steps)


def made(view: Sight, since: Since) -> Iterator[Command]:
    """Give the own actions of this turn as commands."""
    begins = [n for n, seen in enumerate(since) if seen.kind == "turn_began"]
    for seen in since[begins[-1] + 1 :] if begins else since:
        if seen.kind == "kingdom_played" and is_own(view, seen):
            card = cast("c.KingdomCard", seen.word("card"))
            yield c.PlayKingdom(card, seen.word("place"), seen.number("turn"))
        elif seen.kind == "dwarf_placed" and is_own(view, seen):
            yield c.PlaceDwarf(seen.word("place"))
        elif seen.kind == "dwarf_moved" and is_own(view, seen):
            yield c.MoveDwarf(f"{seen.word('start')}>{seen.word('to')}")


def as_command(step: o.Step) -> Command:
    """Turn a step of a plan into a command."""
    fields = msgspec.structs.asdict(step)
    if isinstance(step, o.PlayStep):
        return c.PlayKingdom(**fields)
    return c.PlaceDwarf(**fields) if isinstance(step, o.PlaceStep) else c.MoveDwarf(**fields)


# --- how it goes on


def on_own_turn(view: Sight) -> Sight:
    """Show the table as if its reader began a turn now."""
    table = replace(
        view, active=Seat(view.reader), part="act", actions=0, stepped=False, shoved=None, worked=()
    )
    return replace(table, actions_left=actions_left(table))


def past(view: Sight, plan: o.Plan, since: Since) -> tuple[str, o.Plan] | None:
    """Change a plan so that it goes on past what stops it; give the row that says how."""
    if plan.robot or not is_on(view, plan, since):
        return None
    if why := stopped(view, plan, since):
        return "further", replace(plan, stops=replace(plan.stops, **{why: False}))
    if view.active == view.reader and view.part == "act" and left_to_owner(view, plan, since) == "void":
        return "further.void", replace(plan, steps=(), then="work")
    return None
