"""Figures as the reader's language writes them."""

from __future__ import annotations

from django.utils.formats import number_format


def points(value: float) -> str:
    """Write points, which come in halves."""
    return number_format(value, decimal_pos=0 if value == int(value) else 1)


def strength(value: float) -> str:
    """Write a rating or its uncertainty."""
    return number_format(round(value, 1), decimal_pos=1)
