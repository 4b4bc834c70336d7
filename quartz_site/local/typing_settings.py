"""Settings for type checking only: mypy's Django plugin imports them, also in an editor."""

from __future__ import annotations

import os

os.environ.update(SECRET_KEY="for reading types only", DATABASE_URL="sqlite://:memory:", ENV_FILE=os.devnull)

from quartz_site.settings import *  # noqa: F403
