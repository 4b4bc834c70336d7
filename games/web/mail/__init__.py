"""Pages about emails and feeds."""
