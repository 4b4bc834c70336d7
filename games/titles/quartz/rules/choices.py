"""The choices of each question: the one source of buttons, reply codes, robots and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from games.rules.kernel.questions import Choice, Choices, Field, Question, things
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import OBSIDIAN, Gems
from games.titles.quartz.rules.meta import META
from games.titles.quartz.rules.public import STOLEN, has_crystal, may_receive, others_inside, with_crystals
from games.titles.quartz.rules.state import Attack, State, goods

CHEST = 2

MINE, LEAVE, LET = Choice("mine"), Choice("leave"), Choice("let")
TOKEN, SPEND = (Choice("spend_token"), Choice("have_accident")), (Choice("spend_token"),)
THRILL, THRILL_MORE = (Choice("take_bonus"), Choice("give_up_bonus")), (Choice("draw_on"), Choice("stop"))
SHARE_NOTHING = Choice("share_nothing")
HERE_WE_GO, EUREKA, OUT_OF_MY_WAY = Choice("here_we_go"), Choice("eureka"), Choice("out_of_my_way")


def seats(values: Iterable[Seat]) -> Field:
    return Field("target", "seat", tuple(values))


#: A blank that only one seat fits, by seat.
ONE_SEAT = [seats([Seat(seat)]) for seat in range(META.most_seats)]


def kinds(gems: Mapping[str, int]) -> tuple[str, ...]:
    """List the valuable kinds in a multiset by name."""
    return tuple([gem for gem in sorted(gems) if gem != OBSIDIAN])


# --- one's own turn


def turn(state: State, seat: Seat) -> Choices:
    hand, others = state.hands[seat], others_inside(state, seat)
    offers = [MINE]
    for card, offered in PLAYS.items():
        if card in hand:
            offers.extend(offered(state, seat, others))
    offers.append(LEAVE)
    return tuple(offers)


def here_we_go(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    return (HERE_WE_GO,)


def eureka(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    return (EUREKA,) if has_crystal(state, seat) else ()


def come_closer(state: State, seat: Seat, others: list[Seat]) -> Iterator[Choice]:
    if not has_crystal(state, seat):
        return
    give = Field("give", "gem", kinds(state.carts[seat]))
    for target in with_crystals(state, others):
        take = () if state.covered else (Field("take", "gem", kinds(state.carts[target])),)
        yield Choice("come_closer", (ONE_SEAT[target], give, *take))


def out_of_my_way(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    return (OUT_OF_MY_WAY,) if with_crystals(state, others) else ()


def what_crystal(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    mine = tuple(sorted(state.carts[seat]))
    return (Choice("what_crystal", (Field("gem", "gem", mine),)),) if mine else ()


def gimme_a_hand(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    return (Choice("gimme_a_hand", (seats(others),)),)


def dont_belong(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    targets = with_crystals(state, others)
    if state.covered:
        return (Choice("dont_belong", (seats(targets),)),) if targets else ()
    return [Choice("dont_belong", (ONE_SEAT[target], booty(state, target))) for target in targets]


def booty(state: State, target: Seat) -> Field:
    """Give the blank for what a thief takes out of an open cart."""
    lot = things(state.carts[target], but=OBSIDIAN)
    count = min(STOLEN, len(lot))
    return Field("gems", "gem", lot, count, count, many=True)


def not_mine(state: State, seat: Seat, others: list[Seat]) -> Sequence[Choice]:
    return (Choice("not_mine", (seats(others),)),) if OBSIDIAN in state.carts[seat] else ()


#: The choices of each card on one's own turn, given the others inside; by name.
PLAYS: dict[str, Callable[[State, Seat, list[Seat]], Iterable[Choice]]] = {
    "come_closer": come_closer,
    "dont_belong": dont_belong,
    "eureka": eureka,
    "gimme_a_hand": gimme_a_hand,
    "here_we_go": here_we_go,
    "not_mine": not_mine,
    "out_of_my_way": out_of_my_way,
    "what_crystal": what_crystal,
}


# --- answers


def window(state: State, seat: Seat) -> Choices:
    """Offer the reaction, the reaction if held, and to let it happen; what is named is public."""
    attack = state.attack
    assert attack is not None
    reaction = CARDS[attack.card].answered_by
    fields = answer_fields(state, seat)
    held = (Choice("react", fields),) if reaction in state.hands[seat] else ()
    return (*held, Choice("react_if_held", fields), LET)


def answer_fields(state: State, seat: Seat) -> tuple[Field, ...]:
    """List what has to be named with a reaction."""
    attack = state.attack
    assert attack is not None
    receivers = may_receive(state, attack) if attack.card == "not_mine" else ()
    return reaction_fields(attack, receivers, None if state.covered else state.carts[attack.player])


def reaction_fields(attack: Attack, receivers: Sequence[Seat], cart: Gems | None) -> tuple[Field, ...]:
    """List who may receive an obsidian, or what is in a thief's cart if it is open."""
    if attack.card == "not_mine":
        return (Field("pass_to", "seat", tuple(receivers)),) if receivers else ()
    taken = kinds(cart or {}) if attack.card == "dont_belong" else ()
    return (Field("take", "gem", taken),) if taken else ()


def token(state: State, seat: Seat) -> Choices:
    return TOKEN


def spend(state: State, seat: Seat) -> Choices:
    return SPEND


def keep(state: State, seat: Seat) -> Choices:
    return keeping(state.tray)


def keeping(tray: Gems) -> Choices:
    lot = things(tray)
    return (Choice("keep", (Field("gems", "gem", lot, 0, len(lot), many=True),)),)


def replace(state: State, seat: Seat) -> Choices:
    return replacing(state.carts[seat], state.tray)


def replacing(cart: Gems, tray: Gems) -> Choices:
    swap = Choice("replace", (Field("give", "gem", kinds(cart)), Field("take", "gem", kinds(tray))))
    return (swap, Choice("replace_nothing"))


def share(state: State, seat: Seat) -> Choices:
    return sharing(state.tray)


def sharing(tray: Gems) -> Choices:
    return (Choice("share", (Field("take", "gem", tuple(sorted(tray))),)), SHARE_NOTHING)


def sell(state: State, seat: Seat) -> Choices:
    lot = things(goods(state, seat))
    return (Choice("store", (Field("gems", "gem", lot, 0, min(CHEST, len(lot)), many=True),)),)


def thrill(state: State, seat: Seat) -> Choices:
    return THRILL


def thrill_more(state: State, seat: Seat) -> Choices:
    return THRILL_MORE


BY_KIND: dict[str, Callable[[State, Seat], Choices]] = {
    "turn": turn,
    "window": window,
    "token": token,
    "spend": spend,
    "keep": keep,
    "replace": replace,
    "share": share,
    "sell": sell,
    "thrill": thrill,
    "thrill_more": thrill_more,
}


def choices(state: State, question: Question) -> Choices:
    """List the choices of a question."""
    return BY_KIND[question.kind](state, question.seat)
