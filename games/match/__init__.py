"""Beside the game at one table: who sits, what is agreed on, what is said."""
