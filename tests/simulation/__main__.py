"""Run simulations: `python -m tests.simulation 17` plays seed 17 again, exactly; `--story` tells it."""

from __future__ import annotations

import sys

from tests.simulation import memory

memory.begin()

from tests.simulation import command, forking  # noqa: E402  Models come after the settings.

sys.exit(forking.serve() if sys.argv[1:] == ["--serve"] else command.main())
