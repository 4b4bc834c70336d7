"""The cards that can be answered: their windows, the answers, and what happens then."""

from __future__ import annotations

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.decide.turns import need_any_crystal, need_card, need_target, play
from games.titles.quartz.rules.gems import OBSIDIAN, Gems, holds, valuable, without
from games.titles.quartz.rules.public import has_crystal, may_receive, stolen_count, window_is_pointless
from games.titles.quartz.rules.state import Attack, State

Table = Draft[State, Event]


# --- the attack


def gimme_a_hand(draft: Table, seat: Seat, command: c.GimmeAHand) -> None:
    need_card(draft.state, seat, "gimme_a_hand")
    play(draft, seat, "gimme_a_hand", need_target(draft.state, seat, command.target))
    ask_or_go_on(draft)


def dont_belong(draft: Table, seat: Seat, command: c.DontBelong) -> None:
    state = draft.state
    need_card(state, seat, "dont_belong")
    target = need_target(state, seat, command.target)
    need_any_crystal(state, target)
    named = multiset(command.gems)
    if len(command.gems) != (0 if state.covered else stolen_count(state, target)):
        raise Refused("not_offered")
    if not holds(state.carts[target], named):
        raise Refused("not_in_cart", seat=target)
    play(draft, seat, "dont_belong", target, takes=named)
    ask_or_go_on(draft)


def not_mine(draft: Table, seat: Seat, command: c.NotMine) -> None:
    need_card(draft.state, seat, "not_mine")
    if OBSIDIAN not in draft.state.carts[seat]:
        raise Refused("no_obsidian")
    play(draft, seat, "not_mine", need_target(draft.state, seat, command.target))
    ask_or_go_on(draft)


def running(state: State) -> Attack:
    assert state.attack is not None
    return state.attack


def ask_or_go_on(draft: Table) -> None:
    """Open a window for the dwarf attacked, unless everybody can see that there is no answer (QZ-31)."""
    attack = running(draft.state)
    if window_is_pointless(draft.state, attack):
        succeed(draft)
    else:
        draft.emit(e.WindowOpened(attack.target, attack.card))


# --- the answer


def let(draft: Table, seat: Seat, command: c.Let) -> None:
    draft.emit(e.LetHappen(seat))
    succeed(draft)


def react(draft: Table, seat: Seat, command: c.React) -> None:
    """Play the reaction from the hand."""
    check_answer(draft.state, command.pass_to, command.take)
    need_card(draft.state, seat, CARDS[running(draft.state).card].answered_by)
    fend_off(draft, seat, command.pass_to, command.take)


def react_if_held(draft: Table, seat: Seat, command: c.ReactIfHeld) -> None:
    """Play the reaction if it is held; otherwise nobody learns whether the card was missing or not wanted."""
    check_answer(draft.state, command.pass_to, command.take)
    if CARDS[running(draft.state).card].answered_by in draft.state.hands[seat]:
        fend_off(draft, seat, command.pass_to, command.take)
    else:
        let(draft, seat, c.Let())


def check_answer(state: State, pass_to: int | None, take: str | None) -> None:
    """Check what is named with a reaction, by public facts alone."""
    attack = running(state)
    receivers = may_receive(state, attack) if attack.card == "not_mine" else []
    if (pass_to is None) if receivers else (pass_to is not None):
        raise Refused("not_offered")
    if receivers and pass_to not in receivers:
        raise Refused("not_a_target", seat=pass_to)
    names_one = attack.card == "dont_belong" and not state.covered and has_crystal(state, attack.player)
    if names_one != (take is not None):
        raise Refused("not_offered")
    if take is not None and take not in state.carts[attack.player]:
        raise Refused("not_in_cart", seat=attack.player, gem=take)


def fend_off(draft: Table, seat: Seat, pass_to: int | None, take: str | None) -> None:
    attack = running(draft.state)
    to = None if pass_to is None else Seat(pass_to)
    draft.emit(e.Reacted(seat, CARDS[attack.card].answered_by, to))
    if attack.card == "dont_belong":
        take_back(draft, seat, attack.player, take)
    elif attack.card == "not_mine":
        pass_on(draft, to)


def take_back(draft: Table, seat: Seat, thief: Seat, gem: str | None) -> None:
    """Take one crystal from the thief, if there is any (QZ-33); from a covered cart chance takes it."""
    if draft.state.covered and has_crystal(draft.state, thief):
        gem = draft.pick(valuable(draft.state.carts[thief]))
    draft.emit(e.TakenBack(seat, thief, gem))


def pass_on(draft: Table, to: Seat | None) -> None:
    """Pass the obsidian to the next dwarf, who is asked too, or into the bag if there is none (QZ-32)."""
    if to is None:
        draft.put("bag", {OBSIDIAN: 1})
        draft.emit(e.ObsidianLost())
    else:
        ask_or_go_on(draft)


# --- attacks that take effect


def succeed(draft: Table) -> None:
    attack = running(draft.state)
    if attack.card == "gimme_a_hand":
        lend_a_hand(draft, attack)
    elif attack.card == "dont_belong":
        draft.emit(e.Stolen(attack.player, attack.target, booty(draft, attack)))
    else:
        draft.emit(e.ObsidianLanded(attack.target))


def booty(draft: Table, attack: Attack) -> Gems:
    """Give the crystals a thief named; from a covered cart chance picks them."""
    if not draft.state.covered:
        return dict(attack.crystals)
    left = valuable(draft.state.carts[attack.target])
    taken: list[str] = []
    for _ in range(stolen_count(draft.state, attack.target)):
        taken.append(draft.pick(left))
        left = without(left, {taken[-1]: 1})
    return multiset(taken)


def lend_a_hand(draft: Table, attack: Attack) -> None:
    """The named dwarf draws two onto the tray; the player chooses, unless both are obsidian (QZ-25)."""
    drawn = multiset(draft.draw("bag") for _ in range(CARDS["gimme_a_hand"].draws))
    asks = None if set(drawn) == {OBSIDIAN} else attack.player
    draft.emit(e.TrayFilled(attack.target, "gimme_a_hand", drawn, 0, asks))
    if asks is None:
        draft.put("bag", {OBSIDIAN: 1})
        draft.emit(e.Shared(attack.player, attack.target, None, {OBSIDIAN: 1}, {OBSIDIAN: 1}))


def share(draft: Table, seat: Seat, command: c.Share) -> None:
    if command.take not in draft.state.tray:
        raise Refused("not_on_tray")
    share_out(draft, command.take, without(draft.state.tray, {command.take: 1}))


def share_nothing(draft: Table, seat: Seat, command: c.ShareNothing) -> None:
    share_out(draft, None, multiset(draft.state.tray))


def share_out(draft: Table, took: str | None, kept: Gems) -> None:
    attack = running(draft.state)
    draft.emit(e.Shared(attack.player, attack.target, took, kept, {}))
