"""The channels that there are."""

from __future__ import annotations

from collections.abc import Mapping

from games.reach.carrier import Carrier

CARRIERS: Mapping[str, Carrier] = {}
