"""Pages and emails, as tools.bench measures them: called here, not written again."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench import part, servers
from tools.peers.rows import Row

PAGE = (
    "the page of a match after a move, {kb:.0f} kB; theirs is one row and 10 kB behind the same middleware "
    "and session"
)
AGAIN = "the page asked for again by its mark with nothing new, as an open page does; beside the same 10 kB"
MAIL = "rendered, its links and bytes stored, sent and noted; theirs sends finished bytes over one connection"
WRITTEN = "the same, beside a loop that renders and sends and keeps nothing"


def rows(seconds: float, mails: int) -> Iterator[Row]:
    with servers() as urls:
        for name, url in urls.items():
            part(url, "rows.prepare()")
            yield from pages(name, part(url, f"bench_page.pages({seconds})"))
            yield from letters(name, part(url, f"rows.mails({mails}, 0.0)"))


def pages(name: str, rates: dict[str, float]) -> Iterator[Row]:
    for what, key, fair in (
        ("page of a match", "page", PAGE.format(kb=rates["bytes"] / 1000)),
        ("nothing new", "again", AGAIN),
    ):
        yield _row(f"{name}, {what}", rates[key], rates["floor"], fair)


def letters(name: str, rates: dict[str, float]) -> Iterator[Row]:
    for what, key, fair in (("bare SMTP loop", "floor", MAIL), ("a loop that renders", "written", WRITTEN)):
        yield _row(f"{name}, emails, {what}", rates["mails"], rates[key], fair)


def _row(name: str, mine: float, other: float, fair: str) -> Row:
    return Row(name, f"{mine:,.0f}/s", f"{other:,.0f}/s", mine / other, fair)
