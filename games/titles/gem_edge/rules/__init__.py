"""Gem Edge: a slide for a mine, ornaments to order, and rivals who cancel and copy."""
