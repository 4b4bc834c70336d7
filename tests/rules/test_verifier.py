"""The stand-alone verifier: it proves what it says, and names the event that is wrong.

What is planted here is planted in logs whose chain was made anew, so that only the check in question
can notice.
"""

from __future__ import annotations

import io
import json

import pytest

from games.rules.kernel import chain
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from games.rules.logfile import stored, write
from games.rules.tools import verify_log
from games.rules.tools.verify_log import InvalidLog
from tests.kit.toy_matches import BUSY, SECRET, WORDS, chained, finished, first, lines, rewritten, with_draws

DICE = verify_log.DrawIndexes(SECRET, list(finished().table.opened.words))


def check(data, **given):
    return verify_log.check(io.BytesIO(data), **given)


def wrong(data, *needles, **given):
    with pytest.raises(InvalidLog) as caught:
        check(data, **given)
    said = str(caught.value)
    assert "\n" not in said
    for needle in needles:
        assert str(needle) in said


def planted(change, *needles):
    wrong(rewritten(finished(), change), *needles)


def whole(reader=AFTERWARDS):
    return b"".join(lines(finished(), reader))


# --- what is right


def test_a_finished_match_is_proved_entirely():
    head = json.loads(lines(finished())[-1])["digest"]
    report = check(whole(), head=head)
    assert len(report) == 7
    assert all(line.startswith("proved: ") for line in report[1:])


def test_draws_go_on_counting_after_a_rewind_and_still_verify():
    drawn = [draw.number for record in finished().records for draw in record.draws]
    events = [record.event for record in finished().records]
    back = next(event.to for event in events if hasattr(event, "to"))
    assert drawn == list(range(1, len(drawn) + 1))
    assert any(record.draws for record in finished().records[back : back + 5])
    assert f"all {len(drawn)} draws" in "\n".join(check(whole()))


@pytest.mark.parametrize("reader", [PUBLIC, Seat(0), Seat(2)])
def test_an_export_checks_without_the_secret_and_says_what_is_not_proved(reader):
    report = "\n".join(check(whole(reader)))
    assert "proved: all events form one chain" in report
    assert report.count("NOT proved") == 5


def test_an_export_proves_more_once_the_secret_and_the_words_are_known():
    report = check(whole(Seat(1)), secret=SECRET, words=WORDS)
    assert sum(line.startswith("proved") for line in report) == 3


def test_a_head_seen_earlier_is_found_within_the_log():
    earlier = json.loads(lines(finished())[12])["digest"]
    assert any("up to event 12" in line for line in check(whole(Seat(0)), head=earlier))


def test_records_without_the_secret_still_prove_the_urns():
    header, *rest = lines(finished())
    bare = {name: value for name, value in json.loads(header).items() if name not in ("secret", "words")}
    data = json.dumps(bare).encode() + b"\n" + b"".join(rest)
    assert sum(line.startswith("proved") for line in check(data)) == 2
    assert sum(line.startswith("proved") for line in check(data, secret=SECRET, words=WORDS)) == 5


# --- what is wrong with the file


def test_it_names_the_event_that_was_altered():
    altered = lines(finished())
    altered[14] = altered[14].replace(b'"version":1', b'"version":2')
    wrong(b"".join(altered), "event 14")


def test_it_refuses_a_log_that_was_shortened_or_extended():
    some = lines(finished())
    wrong(b"".join(some[:9]), "cut off after event 8")
    wrong(b"".join([*some[:9], some[-1]]), "event 8")
    wrong(b"".join(some) + b"\n", "something follows")


def test_it_refuses_a_log_shortened_and_closed_anew_once_a_head_is_known():
    head = json.loads(lines(finished())[-1])["digest"]
    shortened = b"".join(write(BUSY, stored(finished().records[:20]), SECRET, WORDS, AFTERWARDS))
    assert check(shortened)
    wrong(shortened, "none of the 20 events", head=head)


def test_it_refuses_another_secret_and_changed_words():
    wrong(whole(), "secret", secret=bytes(32))
    wrong(whole(), "words of the seat with number 2", words=["a stone", "", "another stone"])
    wrong(whole(), "event 1", words=["a stone", ""])
    wrong(rewritten(finished(), lambda raws: None, words=["", "", ""]), "words of the seat with number 0")


def test_it_refuses_a_log_opened_under_another_commitment():
    def change(raws):
        raws[0]["event"]["commitment"] = chain.commitment(bytes(32))

    data = rewritten(finished(), change).replace(SECRET.hex().encode(), bytes(32).hex().encode(), 1)
    wrong(data, "event 1", "blind")


def with_header(**changes):
    """Write the finished match with its header changed; None takes a name out."""
    header, rest = lines(finished())[0], lines(finished())[1:]
    changed = {**json.loads(header), **changes}
    kept = {name: value for name, value in changed.items() if value is not None}
    return json.dumps(kept).encode() + b"\n" + b"".join(rest)


@pytest.mark.parametrize(
    ("changes", "needle"),
    [
        ({"format": 2}, "format 2"),
        ({"format": -1}, "not a valid number"),
        ({"format": True}, "'format' is True"),
        ({"colour": "blue"}, "colour"),
        ({"rules": None}, "rules"),
        ({"reader": "nobody"}, "no such reader"),
        ({"reader": 3}, "no such reader"),
        ({"reader": []}, "no such reader"),
        ({"commitment": "xyz"}, "64 hexadecimal digits"),
        ({"secret": "00" * 32}, "committed to"),
        ({"secret": " " * 64}, "64 hexadecimal digits"),
        ({"seats": 4}, "from the header"),
        ({"rules": 2}, "from the header"),
        ({"game": "ravens"}, "from the header"),
        ({"words": ["a stone"]}, "words for 1 seats"),
        ({"words": [1, 2, 3]}, "'words' is 1"),
    ],
)
def test_it_refuses_a_header_that_says_otherwise(changes, needle):
    wrong(with_header(**changes), needle)


def test_a_header_that_is_no_object_is_none():
    wrong(b"[]\n", "not a JSON object")
    wrong(b'{"format":1,"format":1}\n', "not JSON")


def test_the_secret_in_the_file_is_checked_even_if_another_is_given():
    wrong(with_header(secret="00" * 32), "committed to", secret=SECRET)


@pytest.mark.parametrize(
    ("name", "value", "needle"),
    [
        ("commitment", "00" * 32, "different commitment"),
        ("words", ["", ""], "every seat's words"),
        ("words", ["", "", "stone"], "isn't a digest"),
        ("urns", {"once 5": {}}, "one-use urn"),
        ("urns", {"deck": {"bead": -1}}, "not a valid number"),
    ],
)
def test_it_refuses_an_opening_that_cannot_be(name, value, needle):
    def change(raws):
        raws[0]["event"][name] = value

    data = chained(change)
    if name == "words":
        header = {name: one for name, one in json.loads(lines(finished())[0]).items() if name != "words"}
        data = json.dumps(header).encode() + data[data.index(b"\n") :]
    wrong(data, "event 1 is wrong", needle)


def test_it_names_an_event_in_anothers_place():
    some = lines(finished())
    wrong(b"".join([*some[:4], *some[5:]]), "event 4", "event 5 is in its place")

    def change(raws):
        raws[3]["number"] = 9

    wrong(chained(change), "event 4", "the record of event 9")


def test_it_misses_what_is_kept_back_from_a_reader_who_may_have_it():
    some, public = lines(finished()), lines(finished(), PUBLIC)
    wrong(b"".join([some[0], some[1], *public[2:]]), "event 2", "is hidden")
    opening = json.loads(public[1])
    leaf = chain.leaf(bytes.fromhex(opening["blind"]), some[1].split(b'"record":')[1][:-2]).hex()
    covered = f'{{"number":1,"digest":"{opening["digest"]}","leaf":"{leaf}","seen":null}}\n'
    wrong(b"".join([public[0], covered.encode(), *public[2:]]), "event 1", "is hidden")


# --- what is wrong with its chance


def test_it_catches_a_swapped_outcome():
    def change(raws):
        draw = with_draws(raws)[3]["draws"][0]
        draw["item"] = "ring" if draw["item"] != "ring" else "bead"

    planted(change, f"event {number_of(3)}", "gives")


def test_it_catches_a_wrong_size():
    def change(raws):
        with_draws(raws)[3]["draws"][0]["size"] += 1

    planted(change, f"event {number_of(3)}", "out of")


def test_it_catches_an_index_from_beyond_the_end():
    def change(raws):
        draw = with_draws(raws)[3]["draws"][0]
        draw["index"] = draw["size"]

    planted(change, f"event {number_of(3)}", "takes index")
    with pytest.raises(InvalidLog):
        verify_log.item_at({"bead": 1}, 1)


def test_it_catches_a_changed_index_whose_outcome_fits():
    """A draw nothing else depends on, out of what is there: only secret and words say that it wasn't so."""
    changed = []

    def change(raws):
        raw = [raw for raw in with_draws(raws) if raw["draws"][0]["urn"].startswith("once ")][-1]
        draw = raw["draws"][0]
        draw["index"], draw["item"] = (0, "rain") if draw["item"] == "sun" else (3, "sun")
        changed.append(raw["number"])

    data = rewritten(finished(), change)
    wrong(data, f"event {changed[0]}", "secret and words give")


def test_it_catches_a_draw_made_twice():
    def change(raws):
        draws = with_draws(raws)[3]["draws"]
        draws.append(draws[-1])

    planted(change, f"event {number_of(3)}", "is where draw")


def test_it_catches_a_draw_too_many_that_fits_in_itself():
    """As right as can be, but the next draw has its number too."""
    raws_after = []

    def change(raws):
        before, after = with_draws(raws)[3:5]  # the seats are drawn first
        last = before["draws"][-1]
        left = dict.fromkeys(("bead", "caw", "ring", "spoon"), 0) | urn_before(raws, after["number"])
        size = last["size"] - 1
        index = DICE.index(last["number"] + 1, size)
        item = verify_log.item_at(left, index)
        extra = {"number": last["number"] + 1, "urn": "deck", "size": size, "index": index, "item": item}
        before["draws"].append(extra)
        raws_after.append(after["number"])

    data = rewritten(finished(), change)
    wrong(data, f"event {raws_after[0]}", "is where draw")


def test_it_catches_a_draw_left_out():
    def change(raws):
        with_draws(raws)[0]["draws"].pop(0)

    planted(change, f"event {number_of(1)}", "is where draw")


def test_it_catches_a_put_left_out():
    def change(raws):
        raw = next(raw for raw in raws if raw["puts"])
        raw["puts"] = [put for put in raw["puts"] if put["urn"] != "deck"]

    planted(change, "out of", "'deck' holds")


def test_it_catches_a_put_slipped_in():
    def change(raws):
        with_draws(raws)[2]["puts"].append({"urn": "deck", "items": {"spoon": 1}})

    planted(change, "out of", "'deck' holds")


def test_it_catches_first_contents_that_were_not_those():
    def change(raws):
        raws[0]["event"]["urns"]["deck"]["spoon"] += 1

    planted(change, f"event {number_of(3)}", "out of")


def test_it_catches_a_one_use_urn_that_was_not_filled():
    def change(raws):
        raw = next(raw for raw in raws if raw["puts"])
        raw["puts"] = raw["puts"][1:]

    planted(change, "not filled for it")


def test_it_catches_a_one_use_urn_that_is_filled_twice():
    def change(raws):
        raw = next(raw for raw in raws if raw["puts"])
        raw["puts"].append(raw["puts"][0])

    planted(change, "filled twice")


def test_it_catches_a_one_use_urn_of_another_draw():
    """The number of its draw in its name is what makes it be used once."""

    def change(raws):
        raw = next(raw for raw in raws if raw["puts"])
        raw["puts"][0]["urn"] = raw["draws"][0]["urn"] = "once 1"

    planted(change, "not filled for it")


def test_it_catches_a_one_use_urn_that_nothing_comes_from():
    def change(raws):
        raws[-1]["puts"].append({"urn": "once 9", "items": {"sun": 1}})

    planted(change, f"event {len(finished().records)}", "filled but never drawn from")


def test_it_catches_chance_spent_before_the_opening_froze_everything():
    def change(raws):
        raws[0]["draws"] = raws[1]["draws"][:1]
        raws[1]["draws"] = raws[1]["draws"][1:]

    planted(change, "event 1", "must not fill or draw")


def test_it_catches_a_second_opening():
    def change(raws):
        raws[4]["event"] = raws[0]["event"]

    planted(change, "event 5", "one opening")


def test_it_catches_a_rewind_to_what_is_not_there():
    def change(raws):
        first(raws, "rewound")["event"]["to"] = first(raws, "rewound")["number"]

    planted(change, "goes back to event")


def test_it_catches_urns_that_a_rewind_did_not_restore():
    """With the rewind left out, what was drawn before it is missing afterwards."""
    numbers = []

    def change(raws):
        rewind = first(raws, "rewound")
        rewind["event"] = {"kind": "turn_began", "seat": 0}
        numbers.append(next(raw["number"] for raw in with_draws(raws) if raw["number"] > rewind["number"]))

    data = rewritten(finished(), change)
    wrong(data, f"event {numbers[0]}", "draw")


def number_of(place):
    return [record.number for record in finished().records if record.draws][place]


def urn_before(raws, number):
    urn = dict(raws[0]["event"]["urns"]["deck"])
    for raw in raws[: number - 1]:
        for draw in raw["draws"]:
            if draw["urn"] == "deck":
                urn[draw["item"]] -= 1
    return urn
