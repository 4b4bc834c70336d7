"""An email is written as Python's own generator writes it, byte for byte."""

from __future__ import annotations

import pytest

from games.mail.compose import frame, written
from tests.kit.mail_scenes import LANGUAGES, finished, fixed, scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "kind"), [("quartz", "turn"), ("quartz_cards", "window"), ("quartz", "over")]
)
def test_the_bytes_are_those_of_the_generator(monkeypatch, game, kind, language):
    seen, own = [], written.as_bytes

    def both(message) -> bytes:
        seen.append(message.as_bytes())
        return own(message)

    with fixed():
        row = scene(game, kind, hand=False, language=language)
        row.match.name = "Ночная партия с очень длинным названием, которое не помещается в одну строку"
        monkeypatch.setattr(frame.written, "as_bytes", both)
        content = finished(row).content
    assert content == frame._unfolded(seen[0])
