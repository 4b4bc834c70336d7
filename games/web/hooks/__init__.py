"""Webhooks that email providers call."""
