"""Emails that came in, read: pure, bounded, and without recursion, for anybody may send us anything.

`parts` takes an email apart, `people` says who wrote it and who vouches for that, `said` what its first line
says, `machines` which emails nobody wrote, `bounces` what became of an email of ours.
"""
