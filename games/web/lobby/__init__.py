"""Pages of matches that haven't started."""
