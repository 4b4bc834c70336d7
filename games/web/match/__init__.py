"""The page of a match, and its buttons."""
