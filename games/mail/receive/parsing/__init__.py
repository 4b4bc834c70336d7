"""Mails that came in, read: pure, bounded, and without recursion, for anybody may send us anything.

`parts` takes a mail apart, `people` says who wrote it and who vouches for that, `said` what its first line
says, `machines` which mails nobody wrote, `bounces` what became of a mail of ours.
"""
