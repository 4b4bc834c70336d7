"""Pages, by what they are for: each view with the parts of its page."""
