"""Hypothesis profiles: `default` for every run, `nightly` (HYPOTHESIS_PROFILE=nightly) for a long look."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("default", max_examples=60, deadline=None, print_blob=True, derandomize=False)
settings.register_profile("nightly", max_examples=5000, deadline=None, print_blob=True, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
