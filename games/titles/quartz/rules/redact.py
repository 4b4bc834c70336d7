"""Each event as a reader may have it: fields listed one by one, hidden ones only where they may be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event, kind_of
from games.rules.kernel.messages import Seen, listed
from games.rules.kernel.seats import AFTERWARDS, Reader, Seat
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN, reckon
from games.titles.quartz.rules.options import Options

#: Events that everybody may read whole, with or without covered carts.
OPEN: dict[type[Event], tuple[str, ...]] = {
    e.SatDown: ("order", "covered", "thrill", "silence", "values", "sale", "bravery_coins"),
    e.DaysChosen: ("days",),
    e.DayBegan: ("day", "first"),
    e.DeckShuffled: ("cards",),
    e.SpaceFilled: ("card", "coins"),
    e.TurnBegan: ("seat",),
    e.WindowOpened: ("seat", "card"),
    e.ObsidianLanded: ("seat",),
    e.LetHappen: ("seat",),
    e.Reacted: ("seat", "card", "to"),
    e.ObsidianLost: (),
    e.TokenSpent: ("seat",),
    e.AccidentTaken: ("seat",),
    e.SpaceEmptied: ("card", "coins"),
    e.LeftMine: ("seat", "bonus", "card", "coins"),
    e.StayedLast: ("seat", "card", "coins"),
    e.AloneInside: ("seat",),
    e.BonusGivenUp: ("seat", "card", "coins"),
    e.ThrillEnded: ("seat",),
    e.EveningFell: ("day",),
    e.MatchEnded: (),
}

Fields = dict[str, object]


def redact(event: Event, reader: Reader, options: Options) -> Seen | None:
    """Give an event as `reader` may see it."""
    names = OPEN.get(type(event))
    if names is not None:
        return Seen(kind_of(event), listed(event, *names))
    return Seen(kind_of(event), GUARDED[type(event)](event, reader, options))


def reads(reader: Reader, *owners: Seat | None) -> bool:
    return reader is AFTERWARDS or reader in owners


def sees(reader: Reader, options: Options, *owners: Seat | None) -> bool:
    """Tell whether a reader may see these crystals: carts are open, or the reader is concerned."""
    return not options.covered_carts or reads(reader, *owners)


def total(gems: dict[str, int]) -> int:
    return sum(gems.values())


def cards_dealt(event: e.CardsDealt, reader: Reader, options: Options) -> Fields:
    count: Fields = {"seat": event.seat, "count": total(event.cards)}
    return count | (listed(event, "cards") if reads(reader, event.seat) else {})


def mined(event: e.Mined, reader: Reader, options: Options) -> Fields:
    shown = event.gem == OBSIDIAN or sees(reader, options, event.seat)
    return listed(event, "seat", *(["gem"] if shown else []))


def card_played(event: e.CardPlayed, reader: Reader, options: Options) -> Fields:
    shown = event.gives == OBSIDIAN or sees(reader, options, event.seat, event.target)
    return listed(event, "seat", "card", "target", *(["gives", "takes"] if shown else []))


def tray_filled(event: e.TrayFilled, reader: Reader, options: Options) -> Fields:
    fields = listed(event, "seat", "card", "back", "asks") | {"count": total(event.gems)}
    return fields | (listed(event, "gems") if sees(reader, options, event.seat, event.asks) else {})


def kept(event: e.Kept, reader: Reader, options: Options) -> Fields:
    fields: Fields = {"seat": event.seat, "count": total(event.gems)}
    return fields | (listed(event, "gems", "back") if sees(reader, options, event.seat) else {})


def replaced(event: e.Replaced, reader: Reader, options: Options) -> Fields:
    shown = ["gave", "took", "back"] if sees(reader, options, event.seat) else []
    return listed(event, "seat", *shown)


def traded(event: e.Traded, reader: Reader, options: Options) -> Fields:
    shown = ["gave", "took"] if sees(reader, options, event.seat, event.target) else []
    return listed(event, "seat", "target", *shown)


def shoved(event: e.Shoved, reader: Reader, options: Options) -> Fields:
    losers = [seat for seat, _ in event.losses]
    known = [[seat, gem] for seat, gem in event.losses if sees(reader, options, seat)]
    return {"seat": event.seat, "losers": losers, "losses": known}


def parked(event: e.Parked, reader: Reader, options: Options) -> Fields:
    shown = event.gem == OBSIDIAN or sees(reader, options, event.seat)
    return listed(event, "seat", *(["gem"] if shown else []))


def shared(event: e.Shared, reader: Reader, options: Options) -> Fields:
    fields = listed(event, "player", "miner")
    fields["taken"] = int(event.took is not None)
    fields["obsidian"] = obsidian_went_to(event)
    shown = sees(reader, options, event.player, event.miner)
    return fields | (listed(event, "took", "kept", "back") if shown else {})


def obsidian_went_to(event: e.Shared) -> Seat | None:
    """Name the cart the obsidian landed in: that is public, even with covered carts."""
    if event.took == OBSIDIAN:
        return event.player
    return event.miner if OBSIDIAN in event.kept else None


def stolen(event: e.Stolen, reader: Reader, options: Options) -> Fields:
    fields: Fields = {**listed(event, "thief", "victim"), "count": total(event.gems)}
    return fields | (listed(event, "gems") if sees(reader, options, event.thief, event.victim) else {})


def taken_back(event: e.TakenBack, reader: Reader, options: Options) -> Fields:
    fields: Fields = {**listed(event, "seat", "thief"), "count": int(event.gem is not None)}
    return fields | (listed(event, "gem") if sees(reader, options, event.seat, event.thief) else {})


def accident_happened(event: e.AccidentHappened, reader: Reader, options: Options) -> Fields:
    fields: Fields = {**listed(event, "seat", "token"), "count": total(event.lost)}
    return fields | (listed(event, "lost") if sees(reader, options, event.seat) else {})


def crystals_sold(event: e.CrystalsSold, reader: Reader, options: Options) -> Fields:
    fields = listed(event, "seat", "coins", "stored_count", "sold_count")
    if not reads(reader, event.seat):
        return fields
    return fields | listed(event, "stored", "sold") | reckoning(event, options)


def reckoning(event: e.CrystalsSold, options: Options) -> Fields:
    """Show how the price comes about (QZ-42)."""
    found = reckon(event.sold, options.values)
    return {
        "colours": [list(colour) for colour in found.colours],
        "doubled": list(found.doubled),
        "variety": found.variety,
    }


def hand_sold(event: e.HandSold, reader: Reader, options: Options) -> Fields:
    """Add whether the sum uses a reconstructed figure."""
    ours = not options.reconstructed_cards.isdisjoint(event.cards)
    return listed(event, "seat", "cards", "coins", "token") | {"reconstructed": ours}


GUARDED: dict[type[Event], Callable[[Any, Reader, Options], Fields]] = {
    e.CardsDealt: cards_dealt,
    e.Mined: mined,
    e.CardPlayed: card_played,
    e.TrayFilled: tray_filled,
    e.Kept: kept,
    e.Replaced: replaced,
    e.Traded: traded,
    e.Shoved: shoved,
    e.Parked: parked,
    e.Shared: shared,
    e.Stolen: stolen,
    e.TakenBack: taken_back,
    e.AccidentHappened: accident_happened,
    e.CrystalsSold: crystals_sold,
    e.HandSold: hand_sold,
}
