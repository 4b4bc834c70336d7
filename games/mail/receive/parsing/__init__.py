"""Reading emails that came in: pure, bounded, and without recursion, because anybody may send us anything.

`parts` takes an email apart, `senders` says who wrote it and who vouches for that, `first_line` what its
first line says, `automatic` which emails no person wrote, `bounces` what became of an email of ours.
"""
