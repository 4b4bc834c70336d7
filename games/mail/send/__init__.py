"""Emails on their way out."""
