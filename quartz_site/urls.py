"""Every address starts here."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("", include("games.urls"))]
handler404 = "games.views.site.not_found"
