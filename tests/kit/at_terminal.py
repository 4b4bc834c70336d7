"""The commands of the rules, called as from a terminal, with the toy for a game."""

from __future__ import annotations

from pathlib import Path

from games.rules.__main__ import main
from games.rules.kernel.seats import AFTERWARDS, Reader
from tests.kit.toy_matches import finished, lines
from tests.toy import MAGPIES

TOY = {"magpies": MAGPIES}


def run(*argv, games=TOY):
    return main([str(word) for word in argv], games=games)


def stopped(capsys, *argv, games=TOY):
    """Run a command that must fail: one sentence on stderr, nothing on stdout, exit code 2."""
    assert run(*argv, games=games) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def filed(folder: Path, reader: Reader = AFTERWARDS) -> Path:
    """Write the file of the finished match for a reader."""
    path = folder / "match.jsonl"
    path.write_bytes(b"".join(lines(finished(), reader)))
    return path
