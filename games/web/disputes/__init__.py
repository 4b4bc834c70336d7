"""Pages about reported problems and their cases."""
