"""The games themselves, in pure Python: no Django, no clock, no I/O, no global randomness."""
