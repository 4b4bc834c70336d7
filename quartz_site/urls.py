"""The root of all URLs."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("", include("games.urls"))]
handler404 = "games.web.site.well_known.not_found"
