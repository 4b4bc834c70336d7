"""Pages behind the links in emails."""
