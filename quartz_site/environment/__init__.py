"""What the environment says, read once; whatever is wrong with it is said in one sentence, all at once."""

from quartz_site.environment.facts import NO_BROKER, Environment
from quartz_site.environment.reading import read_environment

__all__ = ["NO_BROKER", "Environment", "read_environment"]
