"""What is wrong with a value in the form of a plan, as a player reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext
from msgspec.inspect import IntType, StrType, Type

from games.present import plan_drafts
from games.present.plan_drafts import Content
from games.present.standing_orders import SelectOption


def wrong_in(kind: Type, content: Content, options: Sequence[SelectOption]) -> str:
    """Say what is wrong with a value; "" if it is valid."""
    if content is None:
        return ""
    if options:
        return "" if str(content) in {one.value for one in options if one.value} else gettext("choose one")
    bounds = plan_drafts.number_in(kind)
    return wrong_text(kind, content) if bounds is None else wrong_number(bounds, content)


def wrong_text(kind: Type, content: Content) -> str:
    """Say that a text isn't written as its type wants it, whose help or example says how."""
    patterns = [one.pattern for one in plan_drafts.alternatives(kind) if isinstance(one, StrType)]
    fits = any(re.search(pattern or "", str(content)) for pattern in patterns)
    return "" if fits else gettext("not written as in the example")


def wrong_number(bounds: IntType, content: Content) -> str:
    least, most = bounds.ge or 0, bounds.le
    is_in = isinstance(content, int) and content >= least and (most is None or content <= most)
    if is_in:
        return ""
    if most is None:
        return gettext("a whole number, %(least)d or more") % {"least": least}
    return gettext("a whole number from %(least)d to %(most)d") % {"least": least, "most": most}
