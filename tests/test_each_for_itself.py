"""What one test leaves behind is not there for the next, whichever that is: it hangs on who runs them."""

from __future__ import annotations

import os
import random
import secrets

import pytest
from django.utils import timezone, translation


@pytest.mark.parametrize("_", range(2))
def test_each_begins_in_nobodys_language_and_zone(_):
    assert (translation.get_language(), timezone.get_current_timezone_name()) == ("en", "UTC")
    translation.activate("ru")
    timezone.activate("Europe/Riga")


def test_each_has_the_luck_of_its_own_name(request):
    luck = random.Random(os.environ.get("LUCK", "") + request.node.nodeid)
    assert secrets.token_bytes(16) == luck.randbytes(16)
