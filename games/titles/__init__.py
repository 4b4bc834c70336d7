"""One folder a game: rules, words, board."""
