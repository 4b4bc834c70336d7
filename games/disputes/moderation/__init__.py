"""What moderators do. Each action is one transaction under the lock of its match, and writes a ruling.

Refused tries are recorded too. Moderators can't act on matches they play in, nor on people they play with.
"""

from games.disputes.moderation.clocks import end_waiting, extend, pause, restart, resume
from games.disputes.moderation.frame import By, may_look, note_refused
from games.disputes.moderation.looking import LOOK_LASTS, check, find_look, look_as_seat, take_evidence
from games.disputes.moderation.mails import allow, resend, suppress
from games.disputes.moderation.notes import note
from games.disputes.moderation.people import ban, readmit, suspend, warn
from games.disputes.moderation.tables import close, count, release, replace, rewind

__all__ = [
    "LOOK_LASTS",
    "By",
    "allow",
    "ban",
    "check",
    "close",
    "count",
    "end_waiting",
    "extend",
    "find_look",
    "look_as_seat",
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
    "take_evidence",
    "warn",
]
