"""The site around the games: settings, addresses, Celery, logging. Importing it imports nothing."""
