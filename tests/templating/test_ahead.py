"""Templates compiled ahead say what they say as they are written."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.backends import jinja2 as backend
from django.utils import translation
from jinja2 import ChainableUndefined, DictLoader, Environment

from games.models import Match, Player
from games.rules.catalogue import GAMES
from games.templating import environment
from games.templating.ahead import AheadEnvironment
from tests.kit.cast import browser, match_of, play_on
from tests.kit.finished import finish
from tests.kit.nightly import more
from tests.kit.places import Place, Scene, places

LANGUAGES = ["en", "ru", "pt-br"]
PAIRS = [(rules.meta.slug, language) for rules in GAMES for language in LANGUAGES]
FORM_KEY = re.compile(
    r'(name="csrfmiddlewaretoken" value=)"[A-Za-z0-9]{64}"'
)  # masked anew each time it is written
PARTS = {
    "part.html": "<{{ x }}{% set y = 2 %}{{ y }}>",
    "deep.html": "{% if n %}{{ n }}{% with n = n - 1 %}{% include 'deep.html' %}{% endwith %}{% endif %}",
    "macro.html": "{% macro twice(z) %}{{ z }}{{ z }}{{ x }}{% endmacro %}{{ twice(y) }}",
    "asks.html": "{% if y is defined %}has {{ y }}{% else %}lacks it{% endif %}",
    "frame.html": "{% block inner %}nothing{% endblock %}",
    "framed.html": "{% extends 'frame.html' %}{% block inner %}{% include 'part.html' %}{% endblock %}",
    "outer.html": "{% include 'asks.html' %}{% include 'framed.html' %}",
}


def both(text: str, **context: Any) -> tuple[str, str]:
    """Render a template as it is written, and compiled ahead."""
    made: list[Environment] = []
    for kind in (Environment, AheadEnvironment):
        one = kind(
            loader=DictLoader(PARTS | {"whole.html": text}), autoescape=True, undefined=ChainableUndefined
        )
        one.globals["_"] = environment.sentence
        made.append(one)
        if isinstance(one, AheadEnvironment):
            one.language = "ru"
    with translation.override("ru"):
        plain, ahead = (one.get_template("whole.html").render(context) for one in made)
    return plain, ahead


@pytest.mark.parametrize(
    "text",
    [
        "{% include 'part.html' %}{{ y }}",
        "{% set y = 1 %}{% include 'part.html' %}{{ y }}",
        "{% for x in [x, 'b'] %}{{ loop.index }}{% include 'part.html' %}{% endfor %}{{ x }}",
        "{% with x = 3 %}{% include 'part.html' %}{% endwith %}{% include 'part.html' %}",
        "{% if x %}{% set y = 5 %}{% include 'asks.html' %}{% endif %}{% include 'asks.html' %}",
        "{% include 'asks.html' %}{% set y = 5 %}{% include 'asks.html' %}",
        "{% set n = 3 %}{% include 'deep.html' %}",
        "{% set y = 'z' %}{% include 'macro.html' %}{{ twice is defined }}",
        "{% macro of(x) %}{% include 'part.html' %}{% endmacro %}{{ of('a') }}{{ of(7) }}",
        "{% include 'framed.html' %}{% include 'outer.html' %}",
        "{% extends 'frame.html' %}{% block inner %}{{ super() }}{% include 'part.html' %}{% endblock %}",
        "{% include ['none.html', 'part.html'] %}{% include 'none.html' ignore missing %}",
        "{% set name = 'part.html' %}{% include name %}",
        "{% include 'asks.html' without context %}",
        "{% filter upper %}{% include 'part.html' %}{% endfilter %}",
        "{{ _('Your turn') }} {{ _('Your turn')|upper }} {{ x ~ _('Your turn') }} {{ _(x) }}",
        "<a title='{{ _('Your turn') }}'>{% set told = _('Your turn') %}{{ told }}</a>",
        "{% for _ in [1, 2] %}{{ _ }}{% endfor %}",
    ],
)
def test_a_part_means_what_it_meant_where_it_is_included(text):
    plain, ahead = both(text, x="<a>")
    assert plain == ahead


def test_parts_and_sentences_are_looked_up_once_for_all():
    made = AheadEnvironment(
        loader=DictLoader(PARTS | {"a.html": "{{ _('Your turn') }}{% include 'part.html' %}"})
    )
    made.language = "ru"
    assert made.loader
    source = made.compile(made.loader.get_source(made, "a.html")[0], "a.html", raw=True)
    with translation.override("ru"):
        assert translation.gettext("Your turn") in source
    assert "get_template" not in source and "_('Your turn')" not in source


def test_each_language_has_its_own():
    told = set()
    for language in LANGUAGES:
        with translation.override(language):
            told.add(environment.current().get_template("pages/lost.html").render())
    assert len(told) == len(LANGUAGES)


@pytest.fixture
def compared(monkeypatch):
    """Render every template both ways and compare; give the names of those that were."""
    plain = environment.environment(auto_reload=True, loader=environment.current().loader)
    drawn, names = backend.Template.render, set()

    def render(self: Any, context: Any = None, request: Any = None) -> str:
        given = {name: [*one] if hasattr(one, "__next__") else one for name, one in (context or {}).items()}
        told = drawn(self, given, request)
        as_written = backend.Template(plain.get_template(self.template.name), self.backend)
        assert FORM_KEY.sub(r"\1", told) == FORM_KEY.sub(r"\1", drawn(as_written, given, request))
        names.add(self.template.name)
        return told

    monkeypatch.setattr(backend.Template, "render", render)
    return names


@pytest.mark.django_db
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(("game", "language"), more(PAIRS[::4], PAIRS))
def test_all_pages_are_the_same_both_ways(compared, game, language):
    found = match_of(game=game)
    reader = found.seats.select_related("player").get(number=0).player
    assert reader
    reader.language = language
    reader.save()
    play_on(found, 9)
    look_at(reader, found, [one for one in places() if "public_id" in one.route])
    finish(found)
    look_at(reader, found, [one for one in places() if "public_id" in one.route or game == "quartz"])
    assert len(compared) >= 10


def look_at(reader: Player, found: Match, places: list[Place]) -> None:
    for one in places:
        browser(reader).get(one.path(Scene(found)))
