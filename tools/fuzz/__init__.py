"""Fuzzing of what strangers hand in. For developers, not for the site."""
