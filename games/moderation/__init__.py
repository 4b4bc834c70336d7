"""What moderators do. Each act is one transaction under the lock of its match, and leaves a ruling behind.

So does each try that was refused. Nobody acts on a match they play in, or on whom they play with.
"""

from games.moderation.clocks import end_waiting, extend, pause, restart, resume
from games.moderation.frame import By, may_look, note_refused
from games.moderation.looking import LASTS, check, look, take, take_evidence
from games.moderation.mails import allow, resend, suppress
from games.moderation.notes import note
from games.moderation.people import ban, readmit, suspend, warn
from games.moderation.tables import close, release, replace, rewind

__all__ = [
    "LASTS",
    "By",
    "allow",
    "ban",
    "check",
    "close",
    "end_waiting",
    "extend",
    "look",
    "may_look",
    "note",
    "note_refused",
    "pause",
    "readmit",
    "release",
    "replace",
    "resend",
    "restart",
    "resume",
    "rewind",
    "suppress",
    "suspend",
    "take",
    "take_evidence",
    "warn",
]
