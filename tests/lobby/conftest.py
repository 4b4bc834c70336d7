"""What tests of tables share with those of pages."""

from __future__ import annotations

from tests.views.conftest import cold, log

__all__ = ["cold", "log"]
