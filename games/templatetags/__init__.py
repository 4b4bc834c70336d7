"""Template tags beyond Django's own."""
