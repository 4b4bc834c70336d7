"""Messages become English sentences."""

from __future__ import annotations

import re
from pathlib import Path

from games.rules import wording
from games.rules.kernel.messages import Message, Param, Row, Thing, Things, Who
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.options import Options


def test_a_message_becomes_a_sentence():
    words = {
        "gem.ruby": Row("ruby"),
        "gem.jade": Row("jade"),
        "dug": Row(
            "{who}: {gems} by {tool} for {count} coin.", "{who}: {gems} by {tool} for {count} coins.", "count"
        ),
        "tool.pick": Row("a pick"),
    }
    params: dict[str, Param] = {
        "who": Who(Seat(1)),
        "gems": Things("gem", {"jade": 1, "ruby": 2}),
        "tool": Thing("tool", "pick"),
        "count": 2,
    }
    assert wording.sentence(words, Message("dug", params)) == "Seat 2: jade, ruby ×2 by a pick for 2 coins."
    named = wording.sentence(words, Message("dug", {**params, "count": 1}), names=lambda seat: "Ada")
    assert named == "Ada: jade, ruby ×2 by a pick for 1 coin."
    nothing = wording.sentence(words, Message("dug", {**params, "gems": Things("gem", {})}))
    assert ": nothing by" in nothing


def test_a_name_with_an_end_mark_of_its_own_swallows_the_full_stop():
    words = {
        "played": Row("{who} plays {card}. That is all."),
        "card.what": Row("What?"),
        "card.so": Row("So"),
    }
    for card, said in (("what", "Oh! plays What? That is all."), ("so", "Oh! plays So. That is all.")):
        told = Message("played", {"who": Who(Seat(0)), "card": Thing("card", card)})
        assert wording.sentence(words, told, names=lambda seat: "Oh!") == said


def test_a_row_that_stands_alone_is_said_in_the_words_of_its_table():
    assert wording.word(QUARTZ, "card.on_my_break") == "Nope. I'm on My Break"
    assert wording.word(QUARTZ, "card.on_my_break", Options(edition="2019")) == "Перерыв"
    assert wording.word(QUARTZ, "card.nobodys", otherwise="a card") == "a card"


GAMES_FOLDER = Path(wording.__file__).resolve().parent.parent
LOOKED_UP = re.compile(r"\bwords(\[|\.get\()", re.IGNORECASE)
THE_ONE = GAMES_FOLDER / "rules/kernel/messages.py"


def test_no_row_of_words_is_looked_up_but_by_the_function_that_knows_editions():
    assert LOOKED_UP.search('rules.core.words[f"asked.{kind}"]') and LOOKED_UP.search('words.get("x")')
    others = [path for path in GAMES_FOLDER.rglob("*.py") if path != THE_ONE]
    assert LOOKED_UP.search(THE_ONE.read_text())
    assert [path.name for path in others if LOOKED_UP.search(path.read_text())] == []
