"""A bare Django view: lock the match, insert a row, update the match, commit; answer with ten kilobytes."""

from __future__ import annotations

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

django.setup(set_prefix=False)
# The site's own database and settings, with nothing before or around the view.
settings.MIDDLEWARE, settings.ROOT_URLCONF = [], __name__
application = WSGIHandler()

from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import Context  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from games.models import Match  # noqa: E402
from tools.bench_page import TEMPLATE  # noqa: E402
from tools.bench_rows import floor  # noqa: E402


@csrf_exempt
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    match = Match.objects.only("pk").get(public_id=public_id)
    floor(match.pk, request.POST["key"])
    shown = Match.objects.get(pk=match.pk)
    answer = HttpResponse(TEMPLATE.render(Context({"match": shown})))
    answer["Content-Length"] = len(answer.content)  # as a middleware does elsewhere
    return answer


urlpatterns = [path("bare/<slug:public_id>/", move)]
