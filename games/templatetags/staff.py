"""What templates of the staff's area may use beyond Django's own; always loaded."""

from __future__ import annotations

from django import template

from games.present.match_names import unique_name
from games.templating.dates import date

register = template.Library()

register.filter("date", date, expects_localtime=True, is_safe=False)  # replaces Django's
register.filter("match_called", unique_name)
