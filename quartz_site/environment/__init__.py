"""The environment's settings, read once; all mistakes in them are reported at once, in one sentence."""

from quartz_site.environment.facts import NO_BROKER, Environment
from quartz_site.environment.reading import read_environment, read_or_exit

__all__ = ["NO_BROKER", "Environment", "read_environment", "read_or_exit"]
