"""What one reader has of a match, in words and things to draw: for pages, emails and staff alike."""
