"""Emails come in at a door of our own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def door(a_door: None) -> None:
    """Open it for each test of this folder."""
