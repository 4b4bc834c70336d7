"""Web push: notices to the browsers and phones of a player."""
