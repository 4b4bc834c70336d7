"""Looking back at a match: its replay, charts, the story to share, and the check of its draws."""
