"""Emails: their kinds, queueing, writing, sending and receiving."""
