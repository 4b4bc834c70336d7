"""Translations of pages, emails and games: `locale/<language>/LC_MESSAGES/django.po`."""
