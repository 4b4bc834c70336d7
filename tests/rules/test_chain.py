"""The chain proves a log to those who may not read all of it, and tells them nothing."""

from __future__ import annotations

import hashlib
import hmac
import json
import re

import pytest

from games.rules import logfile
from games.rules.kernel import chain
from games.rules.kernel.codec import canonical
from games.rules.kernel.events import Record
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import PUBLIC, EventNumber, Seat
from tests.kit.toy_matches import SECRET, finished, lines
from tests.toy import rules as t

RIVAL = Seat(1)


def test_every_event_has_a_blind_of_its_own():
    blinds = {chain.blind(SECRET, EventNumber(number)) for number in range(1, 2000)}
    assert len(blinds) == 1999


def test_equal_records_have_unlike_leaves():
    leaves = {chain.leaf(chain.blind(SECRET, EventNumber(n)), b"the same") for n in range(1, 100)}
    assert len(leaves) == 99


def test_the_chain_hangs_on_the_commitment():
    assert chain.root(chain.commitment(SECRET)) == hashlib.sha256(b"commitment" + SECRET).digest()
    assert chain.link(chain.root(chain.commitment(SECRET)), b"x") != chain.link(bytes(32), b"x")


def test_nothing_said_is_bound_by_nothing():
    assert chain.words_digest("") == ""
    assert chain.words_digest("ß") == hashlib.sha256("ß".encode()).hexdigest()


@pytest.mark.parametrize("reader", [PUBLIC, *map(Seat, range(3))])
def test_a_seats_own_export_checks_without_the_secret(reader):
    export = lines(finished(), reader)
    assert SECRET.hex().encode() not in b"".join(export)
    assert logfile.read(export).digest == logfile.read(lines(finished())).digest


def test_what_an_export_holds_of_an_event_cannot_be_exchanged():
    """Neither a whole record nor a leaf; only what is shown in place of a record is the service's word."""
    export = lines(finished(), RIVAL)
    hid = next(n for n, line in enumerate(export) if b'"hid"' in line and b'"blind"' in line)
    for card in t.DECK:
        altered = re.sub(b'"card":"[a-z]+"', f'"card":"{card}"'.encode(), export[hid])
        if altered != export[hid]:
            with pytest.raises(HistoryBroken, match=f"event {hid}"):
                logfile.read([*export[:hid], altered, *export[hid + 1 :]])


# --- a rival guesses a hidden card


def hidden_cards():
    """Say what the others hid: what the attack is after."""
    hid = [record for record in finished().records if isinstance(record.event, t.Hid)]
    return {record.number: record.event.card for record in hid if record.event.seat != RIVAL}


def guesses():
    """Try every card with all a rival can see; give those that fit a leaf or a digest."""
    export = [json.loads(line) for line in lines(finished(), RIVAL)]
    known = set(re.findall("[0-9a-f]{64}", json.dumps(export)))
    keys = [b"", bytes(32), b"magpies", *(bytes.fromhex(one) for one in sorted(known))]
    found = {}
    for before, line in zip(export[1:], export[2:-1], strict=False):
        seen = line.get("seen")
        if not seen or seen["kind"] != "hid":
            continue
        for card in t.DECK:
            record = canonical(Record(line["number"], 1, (), (), t.Hid(seen["fields"]["seat"], card)))
            leaves = {leaf for key in keys for leaf in tried(key, line["number"], record)}
            chained = {chain.link(bytes.fromhex(before["digest"]), leaf) for leaf in leaves}
            if bytes.fromhex(line["leaf"]) in leaves or bytes.fromhex(line["digest"]) in chained:
                found[line["number"]] = card
    return found


def tried(key, number, record):
    """Blind a record in every way that a key might be meant for."""
    made = hmac.digest(key, b"blind" + number.to_bytes(8, "big"), "sha256")
    yield hashlib.sha256(record).digest()
    yield hashlib.sha256(key + record).digest()
    yield hashlib.sha256(record + key).digest()
    yield hashlib.sha256(made + record).digest()
    yield hmac.digest(key, record, "sha256")


def test_a_rival_cannot_guess_a_hidden_card():
    assert len(hidden_cards()) > 5
    assert guesses() == {}


def test_without_the_blind_the_same_rival_reads_every_hidden_card(monkeypatch):
    monkeypatch.setattr(chain, "leaf", lambda blinding, line: hashlib.sha256(line).digest())
    assert guesses() == hidden_cards()


def test_with_a_blind_made_of_something_public_as_well(monkeypatch):
    key = bytes.fromhex(chain.commitment(SECRET))
    real = chain.blinds
    monkeypatch.setattr(chain, "blinds", lambda secret: real(key))
    assert guesses() == hidden_cards()


def test_with_one_blind_for_all_events_as_well(monkeypatch):
    monkeypatch.setattr(chain, "blinds", lambda secret: lambda number: hashlib.sha256(secret).digest())
    assert guesses() == hidden_cards()
