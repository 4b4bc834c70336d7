"""The words of pages, mails and games in other languages: `locale/<language>/LC_MESSAGES/django.po`."""
