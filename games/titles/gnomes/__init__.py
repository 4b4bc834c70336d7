"""Gnomes: a kingdom of cards with walls, and the dwarves who work it."""
