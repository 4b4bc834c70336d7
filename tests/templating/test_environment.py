"""The templates' engine: everything compiles, values are escaped, sentences are translated."""

from __future__ import annotations

from datetime import UTC, datetime
from types import ModuleType

import pytest
from django.utils import translation
from jinja2 import nodes

from games.templating import environment

NIGHT = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
SCRIPT = "<script>alert('x')</script>"
TEMPLATES = sorted(environment.current().list_templates(["html", "mjml", "txt"]))


def drawn(text: str, **context: object) -> str:
    return str(environment.current().from_string(text).render(context))


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_compiles(name):
    environment.current().get_template(name)


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_a_template_calls_by_name_is_there(name):
    made = environment.current()
    assert made.loader
    source = made.loader.get_source(made, name)[0]
    named = [
        (made.globals.get(one.node.name), one.attr)
        for one in made.parse(source).find_all(nodes.Getattr)
        if isinstance(one.node, nodes.Name)
    ]
    assert [name for board, name in named if isinstance(board, ModuleType) and not hasattr(board, name)] == []


@pytest.mark.parametrize(
    "text",
    [
        "{{ x }}",
        '<a title="{{ x }}">',
        "{{ x|default('y', true) }}",
        "{{ [x, x]|join(', ') }}",
        "{% trans name=x %}Hello {{ name }}{% endtrans %}",
        "{% trans count=2, name=x %}{{ name }} once{% pluralize count %}{{ name }} often{% endtrans %}",
        "{% set y %}{{ x }}{% endset %}{{ y }}",
        "{{ x|linebreaks }}{{ x|urlize }}{{ x|truncatechars(40) }}{{ x|capfirst }}",
        "{{ x|json_script('data') }}",
    ],
)
def test_what_a_person_typed_is_escaped(text):
    page = drawn(text, x=SCRIPT)
    assert "<script>alert" not in page and "alert" in page


def test_plain_text_is_not_escaped():
    assert environment.is_markup("emails/mail.txt") is False
    assert all(environment.is_markup(name) for name in ("emails/mail.mjml", "pages/match.html", None))


def test_a_sentence_follows_the_language_of_the_reader():
    said = {}
    for language in ("en", "ru", "pt-br", "en"):
        with translation.override(language):
            said[language] = drawn("{{ _('Sign out') }}")
    assert said["en"] == "Sign out" and len({*said.values()}) == 3


def test_a_percent_sign_in_a_sentence_is_only_that():
    assert drawn("{{ _('100% of it') }}") == "100% of it"


def test_a_date_is_that_of_the_zone_around_it():
    text = "{% timezone zone %}{{ at|date('j F H:i') }}{% endtimezone %} {{ at|date('H:i') }}"
    assert drawn(text, at=NIGHT, zone="Asia/Tokyo") == "3 March 08:30 23:30"


def test_a_part_that_a_page_lacks_is_left_out():
    assert (
        drawn("{% if nothing.at.all %}x{% endif %}{% for one in nothing.here %}x{% endfor %}{{ nothing }}")
        == ""
    )


def test_a_game_s_board_is_offered_by_its_name():
    assert drawn("{{ quartz.by_value({'ruby': 6, 'amber': 8}) }}")


def test_a_method_that_is_not_called_is_a_mistake():
    with pytest.raises(AssertionError, match=r"str\.upper"):
        drawn("{% if x.upper %}always{% endif %}", x="a")
    with pytest.raises(AssertionError, match="press"):
        drawn("{{ press }}", press=lambda: "key")
