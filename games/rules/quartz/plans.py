"""What a plan does when its owner's turn comes (QZ-70), and whether it is sure to ask (QZ-75)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from games.rules.kernel.events import Command
from games.rules.kernel.telling import Seen
from games.rules.quartz import commands as c
from games.rules.quartz import orders as o
from games.rules.quartz.cards import CARDS
from games.rules.quartz.gems import by_value, joined, price, valuable
from games.rules.quartz.public_view import others_in, richest, richest_with_obsidian, take_from
from games.rules.quartz.view import Dwarf, Sight

#: Why a plan asks instead of acting; each has a sentence among the words.
REASONS = ("next_void", "confirm", "worth", "attacked", "inside", "obsidian", "spent")
OFF = "off"  # the plan isn't for today: nothing was to be expected of it

Since = Sequence[Seen]


def consult(view: Sight, plan: o.Plan, since: Since) -> Command | str:
    """Say what the plan does on its owner's turn: a command, or the reason why it asks."""
    if not is_for_today(view, plan, since):
        return OFF
    if plan.start == "when_i_confirm" and plan.confirmed != view.day:
        return "confirm"
    lately = after_dawn(since) if plan.for_ == "tomorrow" else since
    if plan.next is not None and not has_acted(view, lately):
        return plan.next if next_still_holds(view, plan.next, lately) else "next_void"
    for reason, stopped in STOPS.items():
        then = stopped(view, plan.stops, since)
        if then != "go_on":
            return c.Leave() if then == "leave" else reason
    return first_line(view, plan, since, minding_obsidian=True)


def first_line(view: Sight, plan: o.Plan, since: Since, *, minding_obsidian: bool) -> Command | str:
    """Find the first line that acts; obsidian is minded after the card lines, before any mine line."""
    found, left = None, mined_today(view, since)
    for line in plan.lines:
        if not isinstance(line, o.MineLine):
            command = LINES[type(line)](view, line)
            if command is not None:
                return command
        elif left < line.times:
            found = c.Mine()
            break
        else:
            left -= line.times
    stop = plan.stops.obsidian
    if minding_obsidian and stop and stop.then != "go_on" and at_obsidian(view, stop):
        return c.Leave() if stop.then == "leave" else "obsidian"
    return found or (c.Leave() if plan.stops.spent.then == "leave" else "spent")


def may_still_act(view: Sight, plan: o.Plan) -> bool:
    """Tell whether what others do could yet make a card line act: then nothing is sure."""
    return any(line.__struct_config__.tag in (view.me.hand or {}) for line in plan.lines)


def if_silent(view: Sight, plan: o.Plan, since: Since) -> Command | None:
    """Say what happens when the plan has asked and nobody has answered for its hours."""
    if plan.if_silent is None:
        return None
    if plan.if_silent.then == "next_line":
        found = first_line(view, plan, since, minding_obsidian=False)
        return None if isinstance(found, str) else found
    return c.Leave() if plan.if_silent.then == "leave" else c.Mine()


# --- what has happened since the plan was laid


def is_for_today(view: Sight, plan: o.Plan, since: Since) -> bool:
    if plan.confirmed and plan.for_ != "every_day":
        return plan.confirmed == view.day
    # A plan may be laid before the match begins: the first dawn is of the day it is for.
    dawns = sum(seen.kind == "day_began" and seen.number("day") > 1 for seen in since)
    return plan.for_ == "every_day" or dawns == (1 if plan.for_ == "tomorrow" else 0)


def after_dawn(since: Since) -> Since:
    """Leave out what went before: who plans for tomorrow reckons with a new day and an empty cart."""
    dawns = [place for place, seen in enumerate(since) if seen.kind == "day_began"]
    return since[dawns[-1] + 1 :] if dawns else since


#: What anybody does on an own turn says so by one of these.
DEEDS = ("mined", "card_played", "left_mine")


def has_acted(view: Sight, since: Since) -> bool:
    """Tell whether a turn has been played since the plan was laid, by whomever: then `next` is used up."""
    return any(seen.kind in DEEDS and seen.seat("seat") == view.reader for seen in since)


def has_turn(view: Sight) -> bool:
    """Tell whether the reader's own turn is being asked right now."""
    return any(asked.question.kind == "turn" for asked in view.asked)


def mined_today(view: Sight, since: Since) -> int:
    """Count own strokes of the pickaxe since the plan was laid, or since dawn."""
    count = 0
    for seen in since:
        if seen.kind == "day_began":
            count = 0
        elif seen.kind == "mined" and seen.seat("seat") == view.reader:
            count += 1
    return count


def attacked_lately(view: Sight, since: Since) -> bool:
    """Tell whether somebody named this seat since its last turn began, the current one apart."""
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

#: What happens to carts beside their owners' own deeds, and the fields that name whose they are. (An
#: accident comes of one of these.)
TOUCHES = {
    "traded": ("seat", "target"),
    "shared": ("miner",),
    "stolen": ("thief", "victim"),
    "obsidian_landed": ("seat",),
    "token_spent": ("seat",),
    "crystals_sold": ("seat",),
}
#: The same for what may come to nothing, with the field that says whether it did.
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
    """Void once the own cart has changed, or the target or the card is gone: then its owner is asked."""
    target = getattr(command, "target", None)
    here = target is None or target in [dwarf.seat for dwarf in others_in(view)]
    card = command.__struct_config__.tag
    held = card not in CARDS or holds_card(view, str(card))
    return here and held and not any(view.reader in touched(seen) for seen in since)


# --- reasons to stop


def my_worth(view: Sight) -> int:
    """Price the own cart as if it were sold now, what_crystal cards included."""
    return weigh(view, joined(valuable(view.me.cart or {}), view.me.parked or {}))


def at_stake(view: Sight) -> int:
    """Price what an accident would cost: what lies on what_crystal cards is in no cart (QZ-24)."""
    return weigh(view, valuable(view.me.cart or {}))


def weigh(view: Sight, lot: Mapping[str, int]) -> int:
    """Price crystals; from a covered cart count them: whether a plan goes on is seen by its timing."""
    return sum(lot.values()) if view.covered else price(lot, view.values)


def at_obsidian(view: Sight, stop: o.AtObsidian) -> bool:
    return view.me.obsidian > 0 and at_stake(view) >= stop.at_worth


def at_worth(view: Sight, stops: o.Stops, since: Since) -> o.Then:
    return stops.worth.then if stops.worth and my_worth(view) >= stops.worth.x else "go_on"


def when_attacked(view: Sight, stops: o.Stops, since: Since) -> o.Then:
    return stops.attacked.then if stops.attacked and attacked_lately(view, since) else "go_on"


def when_few(view: Sight, stops: o.Stops, since: Since) -> o.Then:
    return stops.inside.then if stops.inside and len(others_in(view)) < stops.inside.k else "go_on"


STOPS: dict[str, Callable[[Sight, o.Stops, Since], o.Then]] = {
    "worth": at_worth,
    "attacked": when_attacked,
    "inside": when_few,
}


# --- card lines: a command, or None where the card isn't held or the condition doesn't hold


def holds_card(view: Sight, card: str) -> bool:
    return bool((view.me.hand or {}).get(card))


def named(view: Sight, seat: int | str) -> Dwarf | None:
    """Find a dwarf named by seat, if it is inside."""
    return next((dwarf for dwarf in others_in(view) if dwarf.seat == seat), None)


def here_we_go(view: Sight, line: o.HereWeGoLine) -> Command | None:
    return c.HereWeGo() if holds_card(view, "here_we_go") else None


def dont_belong(view: Sight, line: o.DontBelongLine) -> Command | None:
    target = richest(view) if line.on == "richest" else named(view, line.on)
    if target is None or not holds_card(view, "dont_belong") or target.crystals == target.obsidian:
        return None
    if target.cart is None:
        count = min(2, target.crystals - target.obsidian)
        return c.DontBelong(target.seat) if count >= (2 if line.at_least is None else line.at_least) else None
    gems = take_from(target, 2, view.values)
    enough = 5 if line.at_least is None else line.at_least
    if sum(view.values[gem] for gem in gems) < enough:
        return None
    return c.DontBelong(target.seat, cast("list[c.Gem]", gems))


def come_closer(view: Sight, line: o.ComeCloserLine) -> Command | None:
    mine = by_value(valuable(view.me.cart or {}), view.values)
    if view.covered or not mine or not holds_card(view, "come_closer"):
        return None
    targets = others_in(view) if line.on == "best" else [dwarf for dwarf in [named(view, line.on)] if dwarf]
    best = max(
        ((take_from(dwarf, 1, view.values), dwarf) for dwarf in targets if valuable(dwarf.cart or {})),
        key=lambda lot: view.values[lot[0][0]],
        default=None,
    )
    if best is None or view.values[best[0][0]] - view.values[mine[-1]] < line.gain:
        return None
    return c.ComeCloser(best[1].seat, cast("c.Gem", mine[-1]), cast("c.Gem", best[0][0]))


def not_mine(view: Sight, line: o.NotMineLine) -> Command | None:
    if not view.me.obsidian or not holds_card(view, "not_mine"):
        return None
    by_rule = line.on == "richest_with_obsidian_else_richest"
    target = richest_with_obsidian(view) or richest(view) if by_rule else named(view, line.on)
    return c.NotMine(target.seat) if target else None


def leave(view: Sight, line: o.LeaveLine) -> Command | None:
    return c.Leave()


LINES: dict[type, Callable[[Sight, Any], Command | None]] = {
    o.HereWeGoLine: here_we_go,
    o.DontBelongLine: dont_belong,
    o.ComeCloserLine: come_closer,
    o.NotMineLine: not_mine,
    o.LeaveLine: leave,
}
