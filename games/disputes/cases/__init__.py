"""Problems that players report: the messages about each, who handles it, and how it ends.

A case is between the player who opened it and the moderators; nobody else in the match learns of it.
Moderators never handle cases of matches they play in, and an appeal goes to one who hasn't decided the case
before.
"""

from games.disputes.cases.deciding import (
    JudgedBy,
    answer,
    check_may_judge,
    close_decided,
    close_settled,
    decide,
    take,
)
from games.disputes.cases.flagging import Flag, Flagged, appeal, close, flag, say

__all__ = [
    "Flag",
    "Flagged",
    "JudgedBy",
    "answer",
    "appeal",
    "check_may_judge",
    "close",
    "close_decided",
    "close_settled",
    "decide",
    "flag",
    "say",
    "take",
]
