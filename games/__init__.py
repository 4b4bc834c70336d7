"""The one Django app: rules, models, stories, views. Importing it imports nothing."""
