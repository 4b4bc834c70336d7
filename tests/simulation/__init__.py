"""A deterministic simulation: whole matches among scripted people, from one seed, in virtual time.

Everything is the real thing (`play`, deadlines, outbox, reminders, outages, sweep, rendered emails) on SQLite
in memory; only the clock, the mail server and the bell are replaced. Nothing here sleeps.
"""
