"""Sign in, and everything about a player's own account."""
