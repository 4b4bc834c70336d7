"""The environment's settings, read once; all mistakes in them are reported at once, in one sentence."""

from quartz_site.environment.facts import NO_BROKER, Environment
from quartz_site.environment.reading import insist, read_environment

__all__ = ["NO_BROKER", "Environment", "insist", "read_environment"]
