"""What has happened since a plan was saved, as its owner has seen it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.plans.lines import may_hold
from games.titles.quartz.rules.public_view import others_in
from games.titles.quartz.rules.view import Sight

Since = Sequence[Seen]


def is_for_today(view: Sight, plan: o.Plan, since: Since) -> bool:
    if plan.confirmed and plan.for_ != "every_day":
        return plan.confirmed == view.day
    # A plan may be saved before the match begins: then it is for the day of the first dawn.
    dawns = sum(seen.kind == "day_began" and seen.number("day") > 1 for seen in since)
    return plan.for_ == "every_day" or dawns == (1 if plan.for_ == "tomorrow" else 0)


def after_dawn(since: Since) -> Since:
    """Keep what happened since dawn: a plan for tomorrow begins with a new day and an empty cart."""
    dawns = [place for place, seen in enumerate(since) if seen.kind == "day_began"]
    return since[dawns[-1] + 1 :] if dawns else since


#: The events with which a player acts on their own turn.
OWN_ACTIONS = ("mined", "card_played", "left_mine")


def has_acted(view: Sight, since: Since) -> bool:
    """Tell whether this seat has played a turn since the plan was saved: then `next` is used up."""
    return any(seen.kind in OWN_ACTIONS and seen.seat("seat") == view.reader for seen in since)


def has_turn(view: Sight) -> bool:
    """Tell whether the reader's own turn is being asked right now."""
    return any(one.kind == "turn" and one.seat == view.reader for one in view.questions)


def mined_today(view: Sight, since: Since) -> int:
    """Count this seat's strokes of the pickaxe since the plan was saved, or since dawn."""
    count = 0
    for seen in since:
        if seen.kind == "day_began":
            count = 0
        elif seen.kind == "mined" and seen.seat("seat") == view.reader:
            count += 1
    return count


def attacked_lately(view: Sight, since: Since) -> bool:
    """Tell whether somebody named this seat since its last turn began, not counting the current one."""
    named, mine_has_begun = False, has_turn(view)
    for seen in reversed(since):
        if seen.kind == "turn_began" and seen.seat("seat") == view.reader:
            if not mine_has_begun:
                break
            mine_has_begun = False
        elif view.reader == seen.fields.get(NAMES_THE_ATTACKED.get(seen.kind, "")):
            named = True
    return named


NAMES_THE_ATTACKED = {"card_played": "target", "reacted": "to"}

#: What happens to carts beside their owners' own actions, and the fields that name their seats. (An
#: accident comes of one of these.)
TOUCHES = {
    "traded": ("seat", "target"),
    "shared": ("miner",),
    "stolen": ("thief", "victim"),
    "obsidian_landed": ("seat",),
    "token_spent": ("seat",),
    "crystals_sold": ("seat",),
}
#: The same for events that may change nothing, with the field that says whether they did.
MAY_TOUCH = {
    "shared": ("taken", ("player",)),
    "taken_back": ("count", ("seat", "thief")),
    "kept": ("count", ("seat",)),
    "replaced": ("gave", ("seat",)),
}


def touched(seen: Seen) -> list[object]:
    """Name the seats whose carts an event has changed."""
    came, perhaps = MAY_TOUCH.get(seen.kind, ("", ()))
    names = (*TOUCHES.get(seen.kind, ()), *(perhaps if seen.fields.get(came) else ()))
    losers = cast("list[object]", seen.fields["losers"]) if seen.kind == "shoved" else []
    return [*losers, *(seen.fields[name] for name in names)]


def next_still_holds(view: Sight, command: Command, since: Since) -> bool:
    """Tell whether `next` still holds: the own cart is the same, target and card are still there."""
    target = getattr(command, "target", None)
    here = target is None or target in [dwarf.seat for dwarf in others_in(view)]
    card = command.__struct_config__.tag
    held = card not in CARDS or may_hold(view, card)
    return here and held and not any(view.reader in touched(seen) for seen in since)
