"""Jays' board in templates: `{% load jays %}`."""

from __future__ import annotations

from django import template

from games.titles.jays import board

register = template.Library()

register.filter("nests", board.nests)
