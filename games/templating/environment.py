"""The Jinja2 environment of pages, boards and emails.

Django's own engine draws only the staff's area, which extends Django's admin.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.template import defaultfilters, engines
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.html import json_script
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]
from jinja2 import ChainableUndefined, Environment
from markupsafe import Markup

from games.present import figures, words
from games.present.match_names import match_name, tag, unique_name
from games.present.site_name import site_name
from games.rules.catalogue import GAMES, by_slug
from games.rules.kernel.contract import Alone
from games.templating import drawing
from games.templating.ahead import AheadEnvironment, InLanguages
from games.templating.dates import date, since, until
from games.templating.qr_code import qr_code
from games.templating.time_zone import TimeZone

E = TypeVar("E", bound=Environment)

KEPT = 8_192  # sentences, in all languages
ADDRESSES = 1_024
MADE_FROM = {"ROOT_URLCONF", "FORCE_SCRIPT_NAME", "STATIC_URL", "STORAGES"}  # settings


def environment(**options: Any) -> Environment:
    """Make the environment with everything that templates may call.

    Templates are compiled ahead for each language, unless they may change while the program runs.
    """
    made = _made(InLanguages, options)
    for language, _ in [] if made.auto_reload else settings.LANGUAGES:
        made.ahead[language] = _made(AheadEnvironment, options)
        made.ahead[language].language = language
    return made


def _made(kind: type[E], options: dict[str, Any]) -> E:
    made = kind(
        **options
        | {
            "autoescape": is_markup,
            "extensions": ["jinja2.ext.i18n", TimeZone],
            "keep_trailing_newline": True,
            "undefined": ChainableUndefined,  # a part that a page lacks is left out
        }
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals |= FUNCTIONS | boards()
    made.filters |= FILTERS
    return made


def current() -> Environment:
    """Give the environment in use."""
    made: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    return made


def sentences(text: str, functions: Iterable[str]) -> Iterator[tuple[int, str, Any]]:
    """Find the sentences of a template, as line, function and arguments."""
    found: Iterator[tuple[int, str, Any]] = current().extract_translations(text, (*functions,))  # type: ignore[attr-defined]
    return found


def is_markup(name: str | None) -> bool:
    """Tell whether values are escaped: everywhere but in plain text."""
    return name is None or not name.endswith((".txt", ".css"))


@functools.cache
def boards() -> dict[str, ModuleType]:
    """Offer each game's board.py under the game's name: `quartz.stages(view, names)`."""
    names = {rules.meta.slug: f"games.titles.{rules.meta.slug}.board" for rules in GAMES}
    return {slug: importlib.import_module(name) for slug, name in names.items() if _is_there(name)}


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # a game that was planted by a test and has no folder
        return False


def sentence(text: str) -> Markup:
    """Translate a sentence that is written in a template, so that its markup is ours."""
    return _kept(text, translation.get_language() or "")


@functools.lru_cache(KEPT)
def _kept(text: str, language: str) -> Markup:
    said = translation.gettext(text)
    return Markup(said)  # nosec B704 # our own sentence


@functools.lru_cache(ADDRESSES)
def url(name: str, *args: Any, **named: Any) -> str:
    """Give the address of a page by its name."""
    return reverse(name, args=args, kwargs=named)


@receiver(setting_changed)
def _forget_addresses(setting: str, **_: Any) -> None:
    """Make addresses again if a test changes where they lead, as Django does."""
    if setting in MADE_FROM:
        url.cache_clear()
        file_address.cache_clear()


@functools.cache
def file_address(path: str) -> str:
    """Give the address of a file that every reader gets."""
    return static(path)


def alone_of(slug: str) -> Alone[Any]:
    """Give what a game offers one person alone: lessons, and the match of the day."""
    return by_slug()[slug].alone


def date_here(when: Any, asked: str | None = None) -> str:
    """Write a date or time in the reader's zone and language."""
    return date(template_localtime(when), asked)


FUNCTIONS: Final[dict[str, Any]] = {
    "_": sentence,
    "alone_of": alone_of,
    "draw": drawing,
    "qr_code": qr_code,
    "get_language": translation.get_language,
    "site_name": site_name,
    "static": file_address,
    "url": url,
}
FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "about": words.about,
    "capfirst": defaultfilters.capfirst,
    "date": date_here,
    "game": words.game,
    "json_script": json_script,
    "linebreaks": defaultfilters.linebreaks_filter,
    "match_name": match_name,
    "points": figures.points,
    "strength": figures.strength,
    "tag_of": tag,
    "timesince": since,
    "timeuntil": until,
    "title_of": words.title,
    "truncatechars": defaultfilters.truncatechars,
    "unique_name": unique_name,
    "urlize": defaultfilters.urlize,
}
