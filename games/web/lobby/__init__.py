"""Pages of matches that haven't begun."""
