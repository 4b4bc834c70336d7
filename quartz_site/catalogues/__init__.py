"""The words of pages, emails and games in other languages: `locale/<language>/LC_MESSAGES/django.po`."""
