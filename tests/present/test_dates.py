"""Days are written as the reader's language writes them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

AT = datetime(2026, 11, 19, 21, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "form", "told"),
    [
        ("en", "l j E, H:i", "Thursday 19 November, 21:05"),
        ("ru", "j E, H:i", "19 ноября, 21:05"),
        ("ru", "l j F", "четверг, 19 ноября"),
        ("ru", "j F H:i", "19 ноября, 21:05"),
        ("ru", "D j F, H:i", "чт, 19 ноября, 21:05"),
        ("ru", "SHORT_DATETIME_FORMAT", "19.11.2026 21:05"),
        ("pt-br", "l j E", "quinta-feira, 19 de novembro"),
        ("pt-br", "j E, H:i", "19 de novembro, às 21:05"),
        ("pt-br", "j F H:i", "19 de novembro, às 21:05"),
        ("pt-br", "j E Y", "19 de novembro de 2026"),
        ("pt-br", "D j F, H:i", "qui, 19 de novembro, às 21:05"),
        ("pt-br", "SHORT_DATETIME_FORMAT", "19/11/2026 21:05"),
        ("pt-br", "c", "2026-11-19T21:05:00+00:00"),
    ],
)
def test_days_are_written_as_a_language_does(language, form, told):
    with translation.override(language):
        assert Template(f'{{{{ at|date:"{form}" }}}}').render(Context({"at": AT})) == told


def test_no_day_is_written_as_nothing():
    assert Template('{{ at|date:"j E" }}').render(Context({"at": None})) == ""
