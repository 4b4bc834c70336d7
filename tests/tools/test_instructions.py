"""How instructions are counted."""

from __future__ import annotations

from pathlib import Path

from tools import instructions

DUMP = """version: 1
events: Ir
summary: 7
fn=(1) main
16 400
totals: 1234567
"""


def test_a_dump_ends_with_its_sum():
    assert instructions.total_of(DUMP) == 1_234_567


def test_nothing_is_counted_before_it_is_asked_for():
    command = instructions.command(Path("/somewhere"))
    assert command[0] == "valgrind" and "--instr-atstart=no" in command
    assert any("/somewhere/" in one for one in command)


def test_without_valgrind_nothing_can_be_counted(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert not instructions.are_countable()
