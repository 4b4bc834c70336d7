"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from games.views import health, home

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
