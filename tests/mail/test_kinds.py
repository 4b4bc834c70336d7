"""Everything that is known of a kind of email stands in one row of one table, and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from games.mail.choices import CHOICES
from games.mail.compose import frame
from games.mail.kinds import KINDS, Errand, News, account, news, play
from games.mail.kinds.record import PLAIN, MailKind
from games.mail.send import outbox
from games.models import AccountChangeKind, Outbox
from games.present.refusals import SENTENCES as REFUSALS
from games.reach.channels import TOPICS

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "games/mail/kinds"
#: Words that are no kinds of emails there: lengths of clocks, choices, codes of refusals, columns, contexts.
OTHER_WORDS = {
    "games/clocks/running.py": {"turn", "window", "secret"},
    "games/clocks/settings.py": {"turn", "window"},
    "games/mail/choices.py": {*CHOICES},
    "games/reach/channels.py": {*TOPICS},
    "games/reach/chat/carrier.py": {"digest", "receipt"},
    "games/match/clocks.py": {"turn", "window"},
    "games/players/accounts.py": {"closed", "invitation"},
    "games/players/export/included.py": {"on_autopilot", "gave_up"},
    "games/present/refusals.py": {*REFUSALS},
    "games/web/lobby/pace_form.py": {"turn", "window", "TURN", "WINDOW"},
    "games/web/lobby/lobby_part.py": {"taken", "door"},
    "games/present/paces.py": {"turn", "window"},
    "games/web/site/home.py": {"gave_up", "left"},
}
each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=str)


@each_kind
def test_every_row_says_its_name_its_subject_and_who_writes_it(kind):
    assert (
        kind.name and str(kind.subject) and len(kind.name) <= (Outbox._meta.get_field("kind").max_length or 0)
    )
    writer = frame.writer_of(kind)
    assert get_type_hints(writer)["return"] == dict[str, Any]


@each_kind
def test_every_row_names_a_check_that_there_is(kind):
    assert get_type_hints(outbox.check_of(kind))["return"] is bool


@each_kind
def test_what_its_writer_says_stands_in_its_row(kind):
    """Writers that take the sentences from the row need some."""
    assert kind.says or kind.writer not in (
        "table.context",
        "table.with_name",
        "code.code",
        "account.changed",
    )


@each_kind
def test_what_turns_a_kind_off_can_be_chosen(kind):
    assert kind.switch in {"", *CHOICES}


@each_kind
def test_what_other_channels_carry_it_as_can_be_chosen(kind):
    assert kind.topic in {"", *TOPICS}


def test_every_name_has_exactly_one_row():
    rows = [*play.ROWS, *news.ROWS, *account.ROWS]
    assert len(rows) == len(KINDS)
    assert {*News, *Errand, *AccountChangeKind} <= {*KINDS}


def test_a_row_that_leaves_a_field_out_is_none():
    told = {one.name: getattr(PLAIN, one.name) for one in fields(MailKind)}
    MailKind(**told)
    for name in told:
        with pytest.raises(TypeError, match=name):
            MailKind(**{other: value for other, value in told.items() if other != name})


# --- nobody lists kinds again


def lists(tree: ast.AST) -> Iterator[tuple[int, set[str]]]:
    """Find where two kinds or more are named side by side, with their names."""
    for node in ast.walk(tree):
        there = kinds_in(parts(node))
        if len(there) > 1:
            yield getattr(node, "lineno", 0), there


def parts(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        return node.elts
    return [key for key in node.keys if key] if isinstance(node, ast.Dict) else []


def kinds_in(nodes: list[ast.expr]) -> set[str]:
    return {name for name in map(named, nodes) if name}


def named(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and node.value in KINDS:
        return str(node.value)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id in ("News", "Errand", "Change", "kinds", "play", "news") else ""
    return node.id if isinstance(node, ast.Name) and node.id in KINDS_BY_CONSTANT else ""


KINDS_BY_CONSTANT = {name for name, value in vars(play).items() if isinstance(value, str) and value in KINDS}


def listed() -> Iterator[str]:
    for path in sorted((ROOT / "games").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if TABLE in path.parents or "migrations" in path.parts or "titles" in path.parts:
            continue
        for line, there in lists(ast.parse(path.read_text())):
            if not there <= OTHER_WORDS.get(where, set()):
                yield f"{where}:{line}: {sorted(there)}"


def test_no_other_module_lists_kinds():
    assert list(listed()) == []


@pytest.mark.parametrize(
    "line",
    [
        'GATHERED = frozenset({"turn", "secret"})',
        "kind in (News.REPLACED, News.RULED)",
        "SAID = {News.PAUSED: 1, News.RESUMED: 2}",
        "LATE = [REMINDER, BOUNCED]",
    ],
)
def test_a_list_of_kinds_is_seen(line):
    assert list(lists(ast.parse(line)))
