"""here_we_go and eureka: crystals drawn onto the tray, and what is done with them."""

from __future__ import annotations

import pytest

from games.rules.kernel.codec import codec
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, ZERO, all_but, bag, cart, table


def kinds(scene: Scene) -> set[object]:
    return {choice["kind"] for choice in scene.offered(0, "turn")}


# --- here_we_go


@qz("QZ-20")
def test_here_we_go_draws_three_and_obsidian_goes_straight_back() -> None:
    scene = table("", "", "", hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby", "obsidian", "ruby"]).then(
        e.CardPlayed(ZERO, "here_we_go", None, None, {}),
        e.TrayFilled(ZERO, "here_we_go", {"ruby": 2}, 1, ZERO),
    )
    assert scene.asked(0) == ["keep"]
    assert bag(scene)["obsidian"] == 18
    assert scene.view(PUBLIC).tray == {"ruby": 2}
    assert scene.view(PUBLIC).discard == {"here_we_go": 1}


@qz("QZ-20")
@pytest.mark.parametrize("kept", [[], ["ruby"], ["quartz", "ruby"], ["quartz", "ruby", "ruby"]])
def test_here_we_go_keeps_any_of_them(kept: list[c.Gem]) -> None:
    scene = table("amber", "", "", hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby", "quartz", "ruby"]).when(0, c.Keep(kept))
    assert sum(cart(scene, 0).values()) == 1 + len(kept)
    assert bag(scene)["ruby"] + kept.count("ruby") == 4
    assert bag(scene)["quartz"] + kept.count("quartz") == 15
    assert scene.view(PUBLIC).tray == {}
    assert came(scene)[-1] == e.TurnBegan(ONE)


@qz("QZ-20")
def test_here_we_go_keeps_only_what_lies_on_the_tray() -> None:
    scene = table("", "", "", hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby", "quartz", "obsidian"])
    scene.when(0, c.Keep(["ruby", "ruby"])).then(refused("not_on_tray"))
    scene.when(0, c.Keep(["obsidian"])).then(refused("not_on_tray"))  # type: ignore[list-item]


@qz("QZ-20")
def test_here_we_go_asks_nothing_when_only_obsidian_comes() -> None:
    scene = table(all_but(), "", "", hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["obsidian"] * 3).then(
        e.CardPlayed(ZERO, "here_we_go", None, None, {}),
        e.TrayFilled(ZERO, "here_we_go", {}, 3, None),
        e.TurnBegan(ONE),
    )
    assert bag(scene) == {"obsidian": 18}


# --- eureka


@qz("QZ-21")
def test_eureka_swaps_one_for_one_of_seven() -> None:
    scene = table("quartz quartz", "", "", hands=("eureka",))
    drawn = ["ruby", "amber", "quartz", "obsidian", "obsidian", "emerald", "ruby"]
    scene.when(0, c.Eureka(), chance=drawn)
    assert came(scene)[-1] == e.TrayFilled(
        ZERO, "eureka", {"ruby": 2, "amber": 1, "quartz": 1, "emerald": 1}, 2, ZERO
    )
    scene.when(0, c.Replace("quartz", "amber")).then(
        e.Replaced(ZERO, "quartz", "amber", {"ruby": 2, "quartz": 1, "emerald": 1}), e.TurnBegan(ONE)
    )
    assert cart(scene, 0) == {"quartz": 1, "amber": 1}
    assert (bag(scene)["obsidian"], bag(scene)["quartz"], bag(scene)["amber"]) == (18, 14, 1)


@qz("QZ-21")
def test_eureka_may_swap_nothing() -> None:
    scene = table("quartz", "", "", hands=("eureka",)).when(0, c.Eureka(), chance=["emerald"] * 7)
    scene.when(0, c.ReplaceNothing()).then(e.Replaced(ZERO, None, None, {"emerald": 7}), e.TurnBegan(ONE))
    assert (cart(scene, 0), bag(scene)["emerald"]) == ({"quartz": 1}, 10)


@qz("QZ-21")
def test_eureka_needs_a_valuable_crystal() -> None:
    for held in ("", "obsidian"):
        scene = table(held, "ruby", "", hands=("eureka",), parked={0: "ruby"})
        scene.when(0, c.Eureka()).then(refused("no_crystal", seat=ZERO))
        assert "eureka" not in kinds(scene)


@qz("QZ-21")
def test_eureka_neither_gives_nor_takes_obsidian() -> None:
    scene = table("quartz obsidian", "", "", hands=("eureka",))
    scene.when(0, c.Eureka(), chance=["ruby"] * 3 + ["obsidian"] * 4)
    assert scene.offered(0, "replace") == [
        {"kind": "replace", "give": "quartz", "take": "ruby"},
        {"kind": "replace_nothing"},
    ]
    scene.when(0, c.Replace("quartz", "obsidian")).then(refused("not_on_tray"))  # type: ignore[arg-type]
    scene.when(0, c.Replace("amber", "ruby")).then(refused("not_in_cart", seat=ZERO, gem="amber"))
    with pytest.raises(Refused, match="malformed"):
        codec(QUARTZ).command(b'{"kind":"replace","give":"obsidian","take":"ruby"}')


@qz("QZ-21")
def test_eureka_asks_nothing_when_only_obsidian_comes() -> None:
    scene = table(all_but(), "", "", hands=("eureka",))
    scene.when(0, c.Eureka(), chance=["obsidian"] * 7)
    assert came(scene)[1:] == [e.TrayFilled(ZERO, "eureka", {}, 7, None), e.TurnBegan(ONE)]
