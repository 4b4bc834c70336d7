"""What was found of one part of a site."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    WELL = "ok"
    WORRY = "note"
    ILL = "WRONG"


@dataclass(frozen=True)
class Finding:
    part: str
    health: Health
    told: str
    do: str = ""  # what the host can do about it


def well(part: str, told: str) -> Finding:
    return Finding(part, Health.WELL, told)


def worry(part: str, told: str, do: str) -> Finding:
    return Finding(part, Health.WORRY, told, do)


def ill(part: str, told: str, do: str) -> Finding:
    return Finding(part, Health.ILL, told, do)
