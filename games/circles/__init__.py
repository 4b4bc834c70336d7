"""Circles of friends, their matches, and series of matches."""
