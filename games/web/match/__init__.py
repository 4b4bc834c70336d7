"""The page of a match, and what is pressed on it."""
