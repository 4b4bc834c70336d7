"""What gunicorn serves."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quartz_site.settings")
application = get_wsgi_application()

# Hangs the bell: who makes a move on a page wakes a worker. Only now are the settings read.
from games import tasks  # noqa: E402, F401
