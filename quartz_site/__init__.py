"""The site around the games: settings, URLs, Celery, logging. Importing it imports nothing else."""
