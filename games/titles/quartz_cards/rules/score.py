"""What charts of a match show: everybody's points as far as they are known, and the luck of digging."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.fortune import Fortune
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.line import crystal_of, joined, mine_cards_in, points, unsafe
from games.titles.quartz_cards.rules.state import State
from games.titles.quartz_cards.rules.view import Sight

#: Events after which somebody has more points or fewer.
SCORED = frozenset(
    {"line_collected", "card_handed_over", "taken_back", "column_protected", "helped", "column_stolen"}
)


def score(view: Sight) -> tuple[int, ...]:
    """Count columns, and the chests the reader knows."""
    return tuple([points(joined(one.columns, one.chest or {}), view.values) for one in view.miners])


def fortune(state: State, event: Event) -> Fortune | None:
    """Say what the next card could bring: its value, or the loss of the whole line."""
    if not isinstance(event, e.CardLaid):
        return None
    line, values = state.line, state.values
    lost = sum(values[crystal_of(card)] for card in mine_cards_in(line))
    falls = unsafe(line)
    worth = {card: -lost if card in falls else values[crystal_of(card)] for card in state.urns["mine"]}
    return Fortune(event.seat, "mine", worth)


def plays(event: Event) -> str | None:
    """Give the helper that attacks or defends."""
    return event.card if isinstance(event, e.AttackPlayed | e.Defended) else None
