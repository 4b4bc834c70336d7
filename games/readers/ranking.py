"""How a match ended, seat by seat."""

from __future__ import annotations

from dataclasses import dataclass

from games.readers.looking import Looking
from games.readers.names import readable


@dataclass(frozen=True)
class Ranked:
    rank: int
    seat: int
    name: str
    points: int
    details: str
    mine: bool


def ranking(sitting: Looking) -> list[Ranked]:
    """Say how it ended."""
    outcome = sitting.match.rules.outcome(sitting.table.state) if sitting.is_over else None
    return [
        Ranked(
            place.rank,
            place.seat,
            sitting.names.seat(place.seat),
            place.points,
            ", ".join(
                f"{sitting.names.word(f'result.{key}', otherwise=readable(key).lower())} {_plain(value)}"
                for key, value in place.details.items()
            ),
            place.seat == sitting.number,
        )
        for place in sorted(outcome or (), key=lambda place: place.rank)
    ]


def _plain(value: int | tuple[int, ...]) -> str:
    return str(value) if isinstance(value, int) else " + ".join(map(str, value))
