"""A game's own table, ready to be drawn: from a view, in the order in which its players look at things."""
