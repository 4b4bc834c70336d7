"""Pages about people: contacts, circles, figures, ratings, statistics."""
