"""What the environment says, read once; whatever is wrong with it is said in one sentence, all at once."""

from quartz_site.environment.facts import NO_BROKER, Environment
from quartz_site.environment.reading import insist, read_environment

__all__ = ["NO_BROKER", "Environment", "insist", "read_environment"]
