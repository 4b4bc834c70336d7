"""Messages become English sentences."""

from __future__ import annotations

from games.rules import telling_english
from games.rules.kernel.seats import Seat
from games.rules.kernel.telling import Message, Param, Row, Thing, Things, Who


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
    assert (
        telling_english.sentence(words, Message("dug", params))
        == "Seat 2: jade, ruby ×2 by a pick for 2 coins."
    )
    named = telling_english.sentence(words, Message("dug", {**params, "count": 1}), names=lambda seat: "Ada")
    assert named == "Ada: jade, ruby ×2 by a pick for 1 coin."
    nothing = telling_english.sentence(words, Message("dug", {**params, "gems": Things("gem", {})}))
    assert ": nothing by" in nothing
