"""Encode and decode records and commands. Exactly these bytes are stored and hashed."""

from __future__ import annotations

import functools
from typing import Generic

import msgspec

from games.rules.kernel.contract import AnyRules, C, E, O, P, Rules, S, V
from games.rules.kernel.events import KERNEL_EVENTS, Record, kind_of_type, one_of
from games.rules.kernel.refusal import UNWRITTEN, HistoryBroken, Refused, TooNew

_encode = msgspec.json.Encoder(order="deterministic").encode


def canonical(thing: object) -> bytes:
    """Encode an event, a command or a record; equal things give equal bytes."""
    return _encode(thing)


def written_out(thing: object) -> bytes:
    """Encode anything of ours, views too, whose mappings may have seats for keys."""
    return _encode(msgspec.to_builtins(thing, str_keys=True))


class Codec(Generic[E, C, P]):
    """Decodes one game's records, commands and orders."""

    def __init__(self, rules: AnyRules) -> None:
        events = (*KERNEL_EVENTS, *rules.core.events)
        self._versions = {kind_of_type(event): event.version for event in events}
        self._upcasters = rules.core.upcasters
        self._record_type = Record[one_of(events)]  # type: ignore[misc]
        self._records = msgspec.json.Decoder(self._record_type)
        self._commands = msgspec.json.Decoder(one_of(rules.core.commands))
        self._orders = msgspec.json.Decoder(rules.automation.orders)

    def read(self, line: bytes) -> Record[E]:
        """Decode a record, bringing an old version up to date; raise HistoryBroken or TooNew."""
        try:
            record: Record[E] = self._records.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self._read_old(line)
        if record.version == type(record.event).version:
            return record
        return self._read_old(line)

    def _read_old(self, line: bytes) -> Record[E]:
        try:
            raw = msgspec.json.decode(line)
            number, version, event = raw["number"], raw["version"], raw["event"]
            current = self._versions.get(event["kind"])
            if current is None or version > current:
                found = f"event {number} is a {event['kind']!r} of version {version}"
                raise TooNew(f"{found}, which is newer than this program")
            while version < current:
                event = {**self._upcasters[event["kind"], version](event), "kind": event["kind"]}
                version += 1
            record: Record[E] = msgspec.convert(
                {**raw, "version": version, "event": event}, self._record_type
            )
            return record
        except (msgspec.MsgspecError, RecursionError, *UNWRITTEN) as error:
            raise HistoryBroken(f"this is not an event of the log: {error}") from error

    def command(self, text: bytes | str) -> C:
        """Decode a command from outside; raise Refused for anything that isn't one."""
        try:
            command: C = self._commands.decode(text)
            return command
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise Refused("malformed") from None

    def orders(self, text: bytes | str) -> P:
        """Decode orders from outside; raise Refused for anything that isn't."""
        try:
            orders: P = self._orders.decode(text)
            return orders
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise Refused("malformed") from None

    def convert(self, command: dict[str, object]) -> C:
        """Turn a choice that was spelled out into a command; raise Refused."""
        return self.command(_encode(command))


@functools.cache
def codec(rules: Rules[S, E, C, O, V, P]) -> Codec[E, C, P]:
    """Give the codec of a game; each is made once."""
    return Codec(rules)


def read_options(rules: Rules[S, E, C, O, V, P], options: dict[str, object]) -> O:
    """Turn raw options into the game's own type; raise Refused for any it doesn't offer."""
    try:
        return msgspec.convert(options, rules.core.options)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused("options", reason=str(error)) from None
