"""Gem Edge."""
