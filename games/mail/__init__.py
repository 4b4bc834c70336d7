"""Emails: what they are, what queues them, what they say, how they go out and what comes back."""
