"""Forwarded emails: they must not reveal what only their reader may know."""
