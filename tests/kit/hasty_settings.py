"""The site's settings for processes of tests, but that emails go at once instead of after a while."""

from quartz_site.settings import *  # noqa: F403

SEND_AFTER = 0
