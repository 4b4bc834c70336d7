"""Beside the game in one match: seats, votes, chat."""
