"""Crystals, dwarves and signs as inline SVG, coloured by `table.css`.

Screen readers skip glyphs, so each stands beside text that says the same once.
"""
