"""Rules engines: random legal moves a second on one core, by processor time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tools.peers.home import ours, theirs
from tools.peers.rows import Row, in_turn

UNO = (
    "another game of about the same size: hands, a pile, a list of legal moves each time. "
    "RLCard also makes an array of each state, for learning"
)
LEDUC = "unfair to us: six cards and two rounds, where Quartz has a market, hands and reactions"
CHESS = "another kind of game: finding legal moves is all the work; nothing is hidden or drawn"
MASTER = (
    "the nearest peer: state is kept, each seat's view is made and written as JSON. Theirs is the bag game "
    "of our floor, far smaller than Quartz, in memory, without chain or provable draws"
)
FLOOR = "the same bag game by hand, with keyed dice, views, encoding and chain: the most that Python could do"


def rows(seconds: float) -> Iterator[Row]:
    """Play all by turns, and compare."""
    found = in_turn(
        {
            "bare": partial(ours, "rules", "quartz", "bare", seconds),
            "full": partial(ours, "rules", "quartz", "full", seconds),
            "uno": partial(theirs, "rlcard_games.py", "uno", seconds),
            "leduc-holdem": partial(theirs, "rlcard_games.py", "leduc-holdem", seconds),
            "chess": partial(theirs, "chess_game.py", seconds),
            "master": partial(theirs, "bag_game.js", seconds),
            "floor": partial(ours, "rules", "floor", "full", seconds),
        }
    )
    yield _row("a move of the rules alone, RLCard uno", found, "bare", "uno", UNO)
    yield _row("the same, RLCard leduc", found, "bare", "leduc-holdem", LEDUC)
    yield _row("the same, python-chess", found, "bare", "chess", CHESS)
    yield _row(
        "a move with chain, dice and all views, boardgame.io's Master", found, "full", "master", MASTER
    )
    yield _row("the same, the bag game by hand", found, "full", "floor", FLOOR)


def _row(name: str, found: dict[str, float], mine: str, other: str, fair: str) -> Row:
    return Row(name, f"{found[mine]:,.0f}/s", f"{found[other]:,.0f}/s", found[mine] / found[other], fair)
