"""What one reader may see of a match, as text and things to draw: for pages, emails and staff."""
