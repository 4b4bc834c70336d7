"""The site's own settings, but for what would keep an hour from holding whole matches."""

from __future__ import annotations

from quartz_site import settings as of_the_site
from quartz_site.logs import logging_settings
from quartz_site.settings import *  # noqa: F403

#: Seconds instead of a minute and a half.
SEND_AFTER = 3
#: Forty people play what a few hundred would in a day.
LIMITS = {name: (100 * most, seconds) for name, (most, seconds) in of_the_site.LIMITS.items()}
#: Lines as in production: they are searched for secrets.
LOGGING = logging_settings(json=True)
