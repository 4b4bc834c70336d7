"""What each event says to its owner, to a rival and to everybody afterwards, word for word."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.rules.wording import tell
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.state import Aim

ANN, BEN = Seat(0), Seat(1)
NAMES = {ANN: "Ann", BEN: "Ben"}

#: What an event says to everybody, and, where it says more to its owner, that.
TOLD: list[tuple[Event, str | None, str | None]] = [
    (e.SatDown([BEN, ANN], "light", {}, {}), "The dwarves sit down round the table.", None),
    (
        e.HelpersDealt(ANN, {"get_lost": 2, "no_chance": 1}),
        "Ann gets 3 helpers.",
        "Ann is dealt these helpers: Get Lost! ×2, No Chance!",
    ),
    (e.HelpersDealt(ANN, {"get_lost": 1}), "Ann gets 1 helper.", "Ann is dealt these helpers: Get Lost!"),
    (e.TurnBegan(ANN), "It's Ann's turn.", None),
    (e.ColumnProtected(ANN, "ruby", 2, by_card=False), "Ann protects a column: ruby ×2.", None),
    (
        e.ColumnProtected(ANN, "ruby", 2, by_card=True),
        "Ann plays What a Beauty! and protects a column: ruby ×2.",
        None,
    ),
    (e.ExploreAnnounced(ANN, 0, brief=False), "Ann explores.", None),
    (e.ExploreAnnounced(ANN, 0, brief=True), "Ann explores for just one card.", None),
    (e.ExploreAnnounced(ANN, 1, brief=False), "Ann explores. Presents already in the line: 1.", None),
    (
        e.ExploreAnnounced(ANN, 2, brief=True),
        "Ann explores for just one card. Presents already in the line: 2.",
        None,
    ),
    (e.CardLaid(ANN, "ruby 3"), "Ann digs up: ruby [unstable 3].", None),
    (e.CardLaid(ANN, "quartz hire"), "Ann digs up: quartz [hire].", None),
    (e.HireOffered(ANN, 0), None, None),
    (e.HireOffered(ANN, 7), "The used helpers are shuffled into a new pile: 7 in all.", None),
    (
        e.Hired(ANN, "quartz hire", "no_chance"),
        "Ann trades quartz [hire] for a helper.",
        "Ann trades quartz [hire] for a helper: No Chance!",
    ),
    (e.HireDeclined(ANN), "Ann doesn't hire a helper.", None),
    (e.LineStands("laid", ANN, [BEN]), None, None),
    (e.WindowOpened("laid", [BEN]), "The others can attack.", None),
    (e.Answered(ANN, Aim("may_i_help")), None, None),
    (e.AttackPlayed(ANN, BEN, "may_i_help", None, {}), "Ann plays May I Help? on Ben.", None),
    (
        e.AttackPlayed(ANN, BEN, "yours_no_more", "ruby", {}),
        "Ann plays Yours No More… on Ben and picks the ruby column.",
        None,
    ),
    (
        e.AttackPlayed(ANN, BEN, "yours_no_more", None, {"amber": 1, "ruby": 1}),
        "Ann plays Yours No More… on Ben and picks: amber, ruby.",
        None,
    ),
    (e.DefenceAsked(ANN, "hand_it_over"), "Ann can defend against Hand It Over….", None),
    (e.DuelAsked(ANN), "Ann can send the present back again.", None),
    (e.LetHappen(ANN), "Ann lets it happen.", None),
    (e.Defended(ANN, "get_lost"), "Ann defends with Get Lost!", None),
    (e.TakenBack(ANN, BEN, "ruby"), "Ann takes ruby from Ben in return.", None),
    (e.TakenBack(ANN, BEN, None), "Ann takes nothing in return: Ben has no open cards.", None),
    (e.PresentReturned(ANN), "The present waits for Ann's next line.", None),
    (e.PresentLaid(ANN), "There is a present in Ann's line.", None),
    (e.CardHandedOver(ANN, BEN, "emerald 2"), "Ben gets emerald [unstable 2] from Ann's line.", None),
    (e.DiggingStopped(ANN), "Ann's digging is over.", None),
    (e.HelpDrawn(ANN, ["amber 2", "quartz"]), "Ann draws 2 cards.", "Ann draws: amber [unstable 2], quartz."),
    (e.HelpDrawn(ANN, ["quartz"]), "Ann draws 1 card.", "Ann draws: quartz."),
    (e.Helped(ANN, "amber 2", "quartz"), "Ann keeps amber [unstable 2] and adds quartz to the line.", None),
    (e.Helped(ANN, "quartz", None), "Ann keeps quartz.", None),
    (e.Helped(ANN, None, "quartz"), "Ann adds quartz to the line.", None),
    (e.ColumnStolen(ANN, BEN, {"ruby": 3}), "Ann steals from Ben: ruby ×3.", None),
    (e.Stopped(ANN, [], 0), "Ann stops.", None),
    (
        e.Stopped(ANN, ["ruby", "amber"], 1),
        "Ann stops.",
        "Ann stops and secretly plays What a Beauty! ×1 for: amber, ruby.",
    ),
    (e.AccidentHappened(ANN, {"ruby 3": 2}, 0), "Ann has an accident and loses: ruby [unstable 3] ×2.", None),
    (e.AccidentHappened(ANN, {}, 2), "Ann has an accident before digging anything up.", None),
    (e.LineCollected(ANN, {"quartz": 2}, 0), "Ann collects the line: quartz ×2.", None),
    (e.LineCollected(ANN, {}, 0), "Ann collects nothing: the line is empty.", None),
    (e.MatchEnded(), "The mine is empty. Time to count the crystals!", None),
]


def said(event: Event, reader: Reader) -> str | None:
    found = QUARTZ_CARDS.core.redact(event, reader, QUARTZ_CARDS.core.options())
    return tell(QUARTZ_CARDS, found, NAMES.__getitem__) if found else None


@pytest.mark.parametrize(("event", "to_all", "to_owner"), TOLD, ids=lambda one: getattr(one, "kind", ""))
def test_every_event_is_told_as_its_reader_may_know_it(
    event: Event, to_all: str | None, to_owner: str | None
) -> None:
    assert (said(event, BEN), said(event, PUBLIC)) == (to_all, to_all)
    assert said(event, ANN) == (to_owner or to_all)
    assert said(event, AFTERWARDS) == said(event, ANN)


def test_every_kind_of_event_is_tried_here() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(QUARTZ_CARDS.core.events)


#: Fields that only the owner reads.
SECRET = {
    "helpers_dealt": {"cards"},
    "hired": {"helper"},
    "answered": {"aim"},
    "help_drawn": {"cards"},
    "stopped": {"columns", "copies"},
}


@pytest.mark.parametrize("event", [event for event, _, _ in TOLD], ids=kind_of)
def test_what_is_listed_is_all_of_an_event_but_what_only_its_owner_may_read(event: Event) -> None:
    everything = {name: getattr(event, name) for name in event.__struct_fields__}
    counts = {"helpers_dealt": "cards", "help_drawn": "cards"}
    if kind := counts.get(kind_of(event)):
        cards = everything[kind]
        everything["count"] = sum(cards.values()) if isinstance(cards, dict) else len(cards)
    secret = SECRET.get(kind_of(event), set())
    for reader in (ANN, BEN, PUBLIC, AFTERWARDS):
        found = QUARTZ_CARDS.core.redact(event, reader, QUARTZ_CARDS.core.options())
        hidden = secret if reader in (BEN, PUBLIC) else set()
        assert found is not None and found.kind == kind_of(event)
        assert found.fields == {name: value for name, value in everything.items() if name not in hidden}
