"""Sending emails."""
