"""Logs as files: what is written is read back, and nothing else is."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from games.rules import logfile
from games.rules.kernel import chain
from games.rules.kernel.codec import canonical
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from tests.kit.toy_matches import BUSY, SECRET, WORDS, finished, lines, rewritten

READERS = [AFTERWARDS, PUBLIC, Seat(0), Seat(1), Seat(2)]


def test_a_file_for_everybody_gives_the_records_back():
    log = logfile.read(lines(finished()))
    assert logfile.records(BUSY, log) == finished().records
    assert (log.header.secret, log.header.words) == (SECRET.hex(), tuple(WORDS))


def test_the_match_these_tests_use_holds_what_logs_can_hold():
    kinds = {record.event.__struct_config__.tag for record in finished().records}
    urns = {put.urn.split()[0] for record in finished().records for put in record.puts}
    assert {"opened", "time_up", "rewound", "drew", "hid", "crowed"} <= kinds
    assert urns == {"deck", "feathers", "once"}


def test_the_stored_bytes_can_be_cut_out_of_a_line():
    for line, record in zip(lines(finished())[1:-1], finished().records, strict=True):
        assert line.split(b'"record":', 1)[1][:-2] == canonical(record)


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_is_told_what_that_reader_may_know(reader):
    match = finished()
    log = logfile.read(lines(match, reader))
    expected = [seen(BUSY, record, reader, match.table.options) for record in match.records]
    told = [msgspec.to_builtins(event) for _, event in logfile.told(BUSY, log, reader)]
    assert told == [msgspec.to_builtins(event) for event in expected if event]
    assert log.digest == logfile.read(lines(match)).digest


@pytest.mark.parametrize("reader", READERS[1:])
def test_an_export_holds_neither_secret_nor_draws_nor_anybody_elses_cards(reader):
    export = b"".join(lines(finished(), reader))
    assert b'"secret"' not in export
    assert SECRET.hex().encode() not in export
    assert b'"draws":[{' not in export
    assert b'"puts":[{' not in export
    for line in map(json.loads, export.splitlines()):
        event = line.get("record", {}).get("event") or (line.get("seen") or {}).get("fields", {})
        shown = {"thief", "victim"} & event.keys()  # said aloud
        assert "card" not in event or shown or event["seat"] == reader


def test_writing_reads_no_further_than_what_was_asked_for():
    def endless():
        yield from logfile.stored(finished().records)
        raise AssertionError("read on")

    coming = logfile.write(BUSY, endless(), SECRET, WORDS, PUBLIC)
    assert [next(coming) for _ in range(5)] == lines(finished(), PUBLIC)[:5]


def test_a_record_of_an_older_version_stays_covered():
    """Its stored bytes may hold what the event of today no longer has."""
    stored = logfile.stored(finished().records)
    number, line = next((n, line) for n, line in enumerate(stored) if b'"turn_began"' in line)
    assert b'"record"' in lines(finished(), PUBLIC)[number + 1]
    stored[number] = line.replace(b'"seat":', b'"hidden":7,"seat":')
    written = list(logfile.write(BUSY, stored, SECRET, WORDS, PUBLIC))
    assert b'"leaf"' in written[number + 1]
    assert b"hidden" not in written[number + 1]


def refused(data, *needles, error=HistoryBroken):
    with pytest.raises(error) as caught:
        log = logfile.read(data)
        logfile.records(BUSY, log)
    said = str(caught.value)
    assert "\n" not in said
    for needle in needles:
        assert needle in said


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("place", [1, 7, 20])
def test_an_altered_event_is_refused_and_named(reader, place):
    altered = lines(finished(), reader)
    old = altered[place]
    for name in (b'"digest":"', b'"leaf":"', b'"blind":"', b'"kind":"'):
        at = old.find(name) + len(name)
        if name in old and not (name == b'"kind":"' and b'"leaf"' in old):
            digit = b"0" if old[at : at + 1] != b"0" else b"1"
            altered[place] = old[:at] + digit + old[at + 1 :]
            refused(altered, f"event {place}")


def test_reordered_events_are_refused_and_named():
    altered = lines(finished())
    altered[5], altered[6] = altered[6], altered[5]
    refused(altered, "event 6 stands where event 5 should")


def test_reordered_and_renumbered_events_are_refused_and_named():
    altered = lines(finished())
    altered[5], altered[6] = (
        altered[6].replace(b'{"number":6', b'{"number":5'),
        altered[5].replace(b'{"number":5', b'{"number":6'),
    )
    refused(altered, "event 5")


def test_a_missing_event_is_refused_and_named():
    altered = lines(finished())
    del altered[9]
    refused(altered, "event 10 stands where event 9 should")


@pytest.mark.parametrize("kept", [1, 2, 30])
def test_a_shortened_file_is_refused_and_says_where(kept):
    refused(lines(finished())[:kept], f"cut off after event {kept - 1}")


def test_a_file_shortened_before_its_footer_is_refused():
    whole = lines(finished())
    refused([*whole[:30], whole[-1]], "event 29")


def test_a_file_cut_within_a_line_is_refused():
    whole = lines(finished())
    refused([*whole[:30], whole[30][:50]], "event 30")


def test_an_extended_file_is_refused():
    whole = lines(finished())
    refused([*whole, whole[-2]], "something follows")
    refused([*whole[:-1], whole[-2], whole[-1]], f"event {len(whole) - 2}")


def test_another_secret_or_commitment_is_refused():
    other = bytes(32).hex()
    altered = lines(finished())
    altered[0] = altered[0].replace(SECRET.hex().encode(), other.encode())
    refused(altered, "not the one the match was committed to")
    altered[0] = altered[0].replace(chain.commitment(SECRET).encode(), chain.commitment(bytes(32)).encode())
    refused(altered, "event 1")


def test_other_words_are_refused():
    altered = lines(finished())
    altered[0] = altered[0].replace(b"a stone", b"a bone!")
    refused(altered, "words", "event 1")


def test_blinds_that_the_secret_does_not_make_are_refused():
    match = finished()
    without = list(logfile.write(BUSY, logfile.stored(match.records), b"other" * 8, WORDS, AFTERWARDS))
    without[0] = lines(match)[0]
    refused(without, "blind of event 1")


def test_a_log_of_a_newer_format_rules_or_event_is_too_new():
    newer = lines(finished())
    newer[0] = newer[0].replace(b'"format":1', b'"format":2,"colour":"blue"')
    refused(newer, "format 2", error=TooNew)

    def newer_event(raws):
        raws[8]["version"] = 2

    refused(rewritten(finished(), newer_event).splitlines(True), "event 9", error=TooNew)
    older = BUSY.changed(version=0)
    with pytest.raises(TooNew, match="rules 1"):
        logfile.records(older, logfile.read(lines(finished())))


def test_a_whole_log_cannot_be_had_of_an_export_nor_one_export_of_another():
    log = logfile.read(lines(finished(), Seat(1)))
    with pytest.raises(HistoryBroken, match="one reader"):
        logfile.records(BUSY, log)
    with pytest.raises(HistoryBroken, match="another reader"):
        list(logfile.told(BUSY, log, Seat(0)))


def test_covered_events_have_no_place_in_a_log_for_everybody():
    altered = lines(finished(), PUBLIC)
    altered[0] = lines(finished())[0]
    refused(altered, "event 2")


@pytest.mark.parametrize(
    ("changes", "needle"),
    [
        ({"format": 0}, "no format 0"),
        ({"commitment": "00"}, "not 32 bytes"),
        ({"reader": 3}, "names no reader"),
        ({"reader": "nobody"}, "names no reader"),
        ({"seats": 4}, "event 1"),
        ({"colour": "blue"}, "colour"),
    ],
)
def test_a_header_that_says_otherwise_is_refused(changes, needle):
    some = lines(finished())
    some[0] = json.dumps(
        {**json.loads(some[0]), **changes}, ensure_ascii=False, separators=(",", ":")
    ).encode()
    refused([some[0] + b"\n", *some[1:]], needle)


def test_lines_written_in_another_way_are_refused():
    some = lines(finished())
    refused([some[0].replace(b",", b", "), *some[1:]], "not written the way logs are")
    refused([*some[:3], some[3].replace(b',"blind"', b', "blind"'), *some[4:]], "event 3 is not written")
    short = some[3].replace(json.loads(some[3])["blind"].encode(), b"00")
    refused([*some[:3], short, *some[4:]], "event 3", "not 32 bytes")


def test_a_record_with_anothers_number_is_refused():
    def change(raws):
        raws[3]["number"] = 9

    refused(rewritten(finished(), change).splitlines(True), "event 4 holds the record of event 9")


def test_options_that_nobody_offers_are_refused():
    def change(raws):
        raws[0]["event"]["options"] = {"colour": "blue"}

    with pytest.raises(HistoryBroken, match="options nobody offers"):
        rewritten(finished(), change)


def test_nothing_is_written_of_no_records():
    with pytest.raises(HistoryBroken, match="begins with its opening"):
        list(logfile.write(BUSY, [], SECRET, WORDS, AFTERWARDS))


def test_whatever_a_file_holds_it_is_read_or_refused():
    """Bytes changed at random: everything that is no log raises one of two exceptions."""
    dice = random.Random(11)
    for reader in (AFTERWARDS, Seat(1)):
        whole = b"".join(lines(finished(), reader))
        for _ in range(300):
            data = bytearray(whole)
            for _ in range(dice.randint(1, 3)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            try:
                log = logfile.read(bytes(data).splitlines(True))
                list(logfile.told(BUSY, log, reader))
            except (HistoryBroken, TooNew) as error:
                assert "\n" not in str(error)
