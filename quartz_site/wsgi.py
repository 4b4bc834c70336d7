"""The WSGI application that gunicorn serves."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quartz_site.settings")
application = get_wsgi_application()

# Connects the doorbell, so that a move on a page wakes a worker. Settings aren't read before this.
from games import tasks  # noqa: E402, F401
