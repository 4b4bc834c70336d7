"""Collects every translatable sentence: from code, templates, and the words of the games.

New sentences enter each catalogue without a translation, and old ones leave it; a translation is never
guessed from a similar sentence.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from games.clocks import SENTENCES
from games.rules.catalogue import GAMES
from games.rules.kernel.messages import Row, Words
from games.rules.kernel.redaction import WORDS
from games.rules.wording import context
from games.templating import environment
from quartz_site.catalogues.compiling import LOCALE

ROOT = LOCALE.parent
#: Which arguments hold messages; "c" marks a context.
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "lazy": None,  # gettext_lazy, as tables of sentences import it
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
LANGUAGES = dict(settings.LANGUAGES)
Found = tuple[str, str | tuple[str, str], str]  # file, message, context


def collect(languages: Iterable[str]) -> list[tuple[str, int, int]]:
    """Update each language's catalogue; give how many sentences it has and how many lack a translation."""
    found = list(everything())
    return [(language, *update(language, found)) for language in languages]


def update(language: str, found: Iterable[Found]) -> tuple[int, int]:
    path = catalogue_of(language)
    old = read(path, language)
    template = Catalog(locale=old.locale)
    for where, message, of in found:
        template.add(message, locations=[(where, 0)], context=of or None)
    created = old.creation_date
    old.update(template, no_fuzzy_matching=True)
    old.obsolete.clear()
    old.creation_date = created  # otherwise each run would change the file
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, old, width=100, include_lineno=False, sort_output=False, omit_header=False)
    return len(old), sum(not is_translated(message.string) for message in old if message.id)


def catalogue_of(language: str) -> Path:
    """Find a language's file; gettext writes pt-br as pt_BR."""
    name, _, country = language.partition("-")
    return LOCALE / (f"{name}_{country.upper()}" if country else name) / "LC_MESSAGES" / "django.po"


def read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(
            locale=path.parent.parent.name,
            project="Quartz by mail",
            header_comment="# Written by `manage.py collect_words`; the translations by people.",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def is_translated(translation: object) -> bool:
    return all(translation) if isinstance(translation, list | tuple) else bool(translation)


def everything() -> Iterator[Found]:
    for path in sorted([*(ROOT / "games").rglob("*.py"), *(ROOT / "quartz_site").rglob("*.py")]):
        yield from in_code(path, path.read_text())
    pages = [*(ROOT / "templates").rglob("*.*"), *(ROOT / "games" / "titles").rglob("*.html")]
    for path in sorted(one for one in pages if one.is_file()):
        yield from in_page(path)
    for path in sorted((ROOT / "games" / "staff" / "templates").rglob("*.html")):
        yield from in_staff_page(path)
    for sentence in SENTENCES.values():  # clocks don't import Django, so their sentences aren't marked
        yield "games/clocks/settings.py", sentence, ""
    yield from in_games()


def in_page(path: Path) -> Iterator[Found]:
    where = path.relative_to(ROOT).as_posix()
    for _, function, arguments in environment.sentences(path.read_text(), KEYWORDS):
        if called := read_call(function, arguments):
            yield (where, *called)


def in_staff_page(path: Path) -> Iterator[Found]:
    """Let Django turn a template into code, with its meaningless indentation removed."""
    code = "\n".join(line.lstrip() for line in templatize(path.read_text(), origin=str(path)).splitlines())
    yield from in_code(path, code)


def in_code(path: Path, code: str) -> Iterator[Found]:
    where = path.relative_to(ROOT).as_posix()
    for _, function, arguments, _ in extract_python(io.BytesIO(code.encode()), KEYWORDS, [], {}):
        if called := read_call(str(function), arguments):
            yield (where, *called)


def read_call(function: str, arguments: object) -> tuple[str | tuple[str, str], str] | None:
    """Read the messages and the context of a call; None if it is given a variable."""
    listed = list(arguments) if isinstance(arguments, list | tuple) else []
    parts = [arguments] if isinstance(arguments, str) else listed
    of = parts.pop(0) if function.startswith(("p", "np")) and parts else ""
    wanted = 2 if function.startswith("n") else 1
    texts = parts[:wanted]
    if len(texts) < wanted or not all(isinstance(one, str) and one for one in [*texts]) or of is None:
        return None
    return (texts[0] if wanted == 1 else (texts[0], texts[1])), of


def in_games() -> Iterator[Found]:
    yield from rows("games/rules/kernel/redaction.py", "", WORDS)
    for rules in GAMES:
        slug = rules.meta.slug
        yield from rows(f"games/titles/{slug}", slug, rules.core.words)
    for meta in (rules.meta for rules in GAMES):
        for key in ("title", "about"):
            yield "games/rules/catalogue.py", getattr(meta, key), context(meta.slug, key)


def rows(where: str, slug: str, words: Words) -> Iterator[Found]:
    for key, row in words.items():
        if row.text and key.rpartition("|")[2] not in LANGUAGES:  # otherwise the row is itself a translation
            yield where, text_of(row), context(slug, key)


def text_of(row: Row) -> str | tuple[str, str]:
    return (row.text, row.plural) if row.plural else row.text
