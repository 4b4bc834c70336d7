"""A service worker reports that a push notification was opened."""

from __future__ import annotations

import contextlib
import uuid

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.reach import seen


@never_cache
@csrf_exempt
@login_not_required
@require_POST
def push_seen(request: HttpRequest) -> HttpResponse:
    """Note it, if the key is one of ours; whoever guesses learns nothing from the answer."""
    with contextlib.suppress(ValueError):
        seen.note(uuid.UUID(request.POST.get("key", "")), timezone.now())
    return HttpResponse(status=204)
