"""The card to share: it names nobody unless everybody agreed, and is nothing but a picture."""

from __future__ import annotations

import struct
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from django.conf import settings
from django.utils.translation import override

from games.models import Match, Player, Seat
from games.present import png
from games.present.glyphs.dwarves import CALLED, COLOURS, OUTFITS, called, painted
from games.present.share_card import HEIGHT, WIDTH, share_card
from games.rules.kernel.contract import SeatResult
from games.rules.kernel.seats import Seat as SeatNumber
from games.titles.quartz.rules.options import Options

CSS = Path(settings.BASE_DIR, "games/static/games/table.css").read_text()
HERE = Match(game="quartz", public_id="here")
SVG = "{http://www.w3.org/2000/svg}"


def seat(number: int, name: str = "", **facts: object) -> Seat:
    player = Player(display_name=name) if name else None
    return Seat(match=HERE, number=number, player=player, **facts)


def outcome(*ranks: int) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(SeatNumber(number), rank, 10 - rank) for number, rank in enumerate(ranks))


def card(*seats: Seat, ranks: tuple[int, ...] = (2, 1, 3)) -> str:
    return share_card(HERE, outcome(*ranks), seats, Options())


def texts(drawn: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def agreed(**facts: object) -> dict[str, object]:
    return {"named_on_card": True, **facts}


def test_it_names_nobody_by_default():
    drawn = card(seat(0, "Ana"), seat(1, "Bento"), seat(2, robot="miner"))
    assert "Ana" not in drawn and "Bento" not in drawn and seat(2, robot="miner").name not in drawn
    assert texts(drawn)[0] == "Quartz"
    assert "Blue dwarf wins, 9 coins to 8." in drawn
    assert [line for line in texts(drawn) if line in CALLED] == ["Blue dwarf", "Red dwarf", "Grey dwarf"]


def test_one_who_has_not_agreed_keeps_all_unnamed():
    drawn = card(seat(0, "Ana", **agreed()), seat(1, "Bento"), seat(2, robot="miner"))
    assert "Ana" not in drawn and "Bento" not in drawn


def test_it_names_everyone_once_every_player_agreed():
    robot = seat(2, robot="miner")
    drawn = card(seat(0, "Ana", **agreed()), seat(1, "Bento", **agreed()), robot)
    assert "Bento wins, 9 coins to 8." in drawn
    assert {"Ana", "Bento", robot.name} <= {*texts(drawn)} and "dwarf wins" not in drawn


def test_it_is_nothing_but_a_picture():
    """No script, no style sheet, no address of anything, no handler: safe to open and to pass on."""
    found = list(ElementTree.fromstring(card(seat(0, "Ana"), seat(1, "Bento"), seat(2, "Cleo"))).iter())
    assert {one.tag.removeprefix(SVG) for one in found} <= {
        *("svg", "title", "defs", "radialGradient", "stop", "rect", "path", "g", "circle", "text", "tspan")
    }
    names = {name for one in found for name in one.attrib}
    assert not {
        name for name in names if name.startswith("on") or "href" in name or name in ("style", "class")
    }


def test_a_name_cannot_write_into_it():
    drawn = card(
        seat(0, "<b>Ana</b>&", **agreed()), seat(1, "Bento", **agreed()), seat(2, "Cleo", **agreed())
    )
    assert "<b>" not in drawn and "<b>Ana</b>&" in texts(drawn)


def test_a_long_name_is_cut():
    drawn = card(seat(0, "A" * 40, **agreed()), seat(1, "Bento", **agreed()), seat(2, "Cleo", **agreed()))
    assert max(map(len, texts(drawn))) < 40 and any(line.endswith("…") for line in texts(drawn))


@pytest.mark.parametrize(("ranks", "big"), [((2, 1, 3), [1]), ((1, 3, 1), [0, 2]), ((1, 1, 1), [0, 1, 2])])
def test_all_who_won_are_drawn_large(ranks, big):
    drawn = card(seat(0), seat(1), seat(2), ranks=ranks)
    (first, _, _) = drawn.partition("<text")
    assert [number for number in range(3) if painted(number) in first] == big


def test_it_speaks_the_language_of_whoever_looks():
    with override("ru"):
        assert "Синий гном" in card(seat(0), seat(1), seat(2))


@pytest.mark.skipif(not png.can_write(), reason="there is no font on this machine")
def test_as_a_png_it_is_as_large_and_says_as_much():
    drawn = card(seat(0, "Ana", **agreed()), seat(1, "Bento", **agreed()), seat(2, "Жанна", **agreed()))
    found = png.drawn(drawn)
    assert found.startswith(b"\x89PNG") and struct.unpack(">II", found[16:24]) == (WIDTH, HEIGHT)
    for name in ("Ana", "Bento", "Жанна"):
        assert png.drawn(drawn.replace(name, "")) != found, f"{name} can be read"


def test_without_a_font_there_is_no_png(monkeypatch):
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    assert not png.can_write.__wrapped__()


def test_a_dwarf_has_the_colours_it_has_on_pages():
    assert len(COLOURS) == len(OUTFITS) == len(CALLED) == len({called(number) for number in range(5)})
    for number, one in enumerate(COLOURS):
        assert (
            f".seat-{number} {{ --wool: {one.wool}; --trim: {one.trim}; --whiskers: {one.whiskers}; }}" in CSS
        )


@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
@pytest.mark.parametrize("ranks", [(2, 1, 3), (1, 3, 1), (1, 1, 1)])
def test_the_headline_is_on_it_whole_whatever_the_language(language, ranks):
    with override(language):
        drawn = card(seat(0), seat(1), seat(2), ranks=ranks)
    title = next(ElementTree.fromstring(drawn).iter(f"{SVG}title")).text or ""
    told = title.partition(": ")[2]
    assert "".join(texts(drawn)[1].split()) == "".join(told.split())
