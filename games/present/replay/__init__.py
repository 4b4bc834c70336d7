"""A match to look back at: its moments as one reader knew them, charts, and the story to share."""
