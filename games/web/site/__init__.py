"""The site itself: front page, my matches, help, health."""
