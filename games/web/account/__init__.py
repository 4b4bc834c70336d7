"""Signing in, and everything about one's own account."""
