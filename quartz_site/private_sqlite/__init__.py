"""Django's SQLite backend, with files that only the site's own user can read."""
