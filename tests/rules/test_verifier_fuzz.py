"""The stand-alone verifier meets files that may hold anything: a sentence or a report, never more."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kernel.seats import AFTERWARDS, Seat
from games.rules.tools import verify_log
from games.rules.tools.verify_log import InvalidLog
from tests.kit.toy_matches import SECRET, VALUES, WORDS, chained, finished, first, lines, with_draws
from tests.kit.waiting import LONG


def whole(reader=AFTERWARDS):
    return b"".join(lines(finished(), reader))


def must_refuse(data, *needles):
    with pytest.raises(InvalidLog) as caught:
        verify_log.check(io.BytesIO(data))
    said = str(caught.value)
    assert "\n" not in said
    for needle in needles:
        assert needle in said


def run(path, *more):
    return verify_log.main([str(path), *more])


def sentence_or_report(path, capsys, *more):
    """Run it: a report and 0, or one sentence and 2, and nothing else whatever."""
    code = run(path, *more)
    out, err = capsys.readouterr()
    assert (code, bool(out), err.count("\n")) in ((0, True, 0), (2, False, 1))
    assert "Error" not in err
    return code


BOMBS = {
    "empty": b"",
    "a line feed": b"\n",
    "binary": bytes(range(256)) * 40,
    "utf-16": '{"format":1}\n'.encode("utf-16"),
    "a nested list": b"[" * 200_000 + b"\n",
    "nested objects": b'{"format":' * 90_000 + b"1" + b"}" * 90_000 + b"\n",
    "a huge number": b'{"format":' + b"9" * 9_000 + b"}\n",
    "a huge float": b'{"format":1e999}\n',
    "no number": b'{"format":NaN}\n',
    "a truth": b'{"format":true}\n',
    "a long line": b" " * (1 << 21),
    "only a footer": b'{"end":1,"digest":"' + b"0" * 64 + b'"}\n',
    "lone surrogates": b'{"format":1,"game":"\\ud800"}\n',
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_a_file_that_is_no_log_is_refused_in_one_sentence(bomb, tmp_path, capsys):
    path = tmp_path / "bomb"
    path.write_bytes(bomb)
    assert sentence_or_report(path, capsys) == 2
    path.write_bytes(lines(finished())[0] + bomb)
    assert sentence_or_report(path, capsys) == 2


def test_a_chained_record_may_hold_anything(tmp_path, capsys):
    """Every value of some records replaced by something senseless, and the chain made over that."""
    dice = random.Random(5)
    path = tmp_path / "log"
    for _ in range(250):

        def change(raws):
            raw = dice.choice([first(raws, "rewound"), raws[0], *with_draws(raws)])
            inner = dice.choice([raw, raw["event"], *raw["draws"], *raw["puts"], *raws[0]["event"].values()])
            inner = inner if isinstance(inner, dict) and inner else raw
            inner[dice.choice(sorted(inner))] = dice.choice(VALUES)

        path.write_bytes(chained(change))
        sentence_or_report(path, capsys)


def test_the_chain_made_anew_over_the_same_records_is_right():
    assert verify_log.check(io.BytesIO(chained(lambda raws: None)))


@pytest.mark.parametrize("nested", [b'"a":' + b"[" * 100_000, b'"a":' + b'{"a":' * 100_000])
def test_a_nesting_bomb_within_a_record_is_refused(nested):
    must_refuse(chained(lambda raws: None, (b'"seat"', nested + b'"seat"')), "event 2", "not JSON")


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(st.binary(max_size=300), st.integers(0, 999), st.integers(0, 400))
def test_bytes_put_anywhere_are_refused(junk, line, column):
    some = lines(finished())
    line %= len(some)
    some[line] = some[line][:column] + junk + some[line][column + len(junk) :]
    data = b"".join(some)
    if data != whole():
        try:
            verify_log.check(io.BytesIO(data))
        except InvalidLog as error:
            assert "\n" not in str(error)
        else:
            assert line == 0  # a header may be written in other ways that say the same


def test_a_line_longer_than_any_is_not_read_to_its_end():
    must_refuse(lines(finished())[0] + b" " * (1 << 21), "longer than any line")


def test_every_shortened_file_is_refused():
    data = whole()
    for length in range(0, len(data), 97):
        must_refuse(data[:length])


# --- the command


def test_the_command_takes_secret_words_and_head(tmp_path, capsys):
    path, words = tmp_path / "log", tmp_path / "words"
    path.write_bytes(whole(Seat(0)))
    words.write_text(json.dumps(WORDS))
    head = json.loads(lines(finished())[-1])["digest"]
    assert run(path, "--secret", SECRET.hex(), "--words", str(words), "--head", head.upper()) == 0
    assert capsys.readouterr().out.count("NOT proved") == 2
    assert sentence_or_report(path, capsys, "--secret", "xyz") == 2
    assert sentence_or_report(path, capsys, "--head", "12") == 2
    words.write_text("[1]")
    assert sentence_or_report(path, capsys, "--words", str(words)) == 2


def test_a_file_that_is_not_there_is_one_sentence(tmp_path, capsys):
    assert sentence_or_report(tmp_path / "none", capsys) == 2
    assert sentence_or_report(tmp_path, capsys) == 2


def test_the_file_runs_alone_from_anywhere(tmp_path):
    """Neither the project nor any library can be imported here."""
    program = tmp_path / "elsewhere.py"
    program.write_bytes(Path(verify_log.__file__).read_bytes())
    (tmp_path / "log").write_bytes(whole())
    alone = [sys.executable, "-I", "-S", str(program), "log"]
    done = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "proved: the secret and the words give the index" in done.stdout


def test_a_report_that_nobody_takes_is_no_fault_of_the_log(tmp_path):
    (tmp_path / "log").write_bytes(whole())
    alone = [sys.executable, "-I", "-S", verify_log.__file__, "log"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(alone, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "the report can't be written: No space left on device\n")
    coming, going = os.pipe()
    os.close(coming)
    with open(going, "w") as pipe:
        done = subprocess.run(alone, cwd=tmp_path, stdout=pipe, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (141, "")
