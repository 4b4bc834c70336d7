"""Pages about problems that were flagged."""
