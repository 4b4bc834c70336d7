"""Django's SQLite, with files that only the site's own user can read."""
