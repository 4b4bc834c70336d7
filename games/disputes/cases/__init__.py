"""Problems that players flag: what is said about each, who looks into it, and how it ends.

A case is between its opener and the moderators; nobody else at the table learns that there is one. Who
plays in a match never looks into a case of it, and an appeal goes to somebody who hasn't decided it before.
"""

from games.disputes.cases.deciding import (
    JudgedBy,
    answer,
    close_decided,
    close_settled,
    decide,
    must_judge,
    take,
)
from games.disputes.cases.flagging import Flag, Flagged, appeal, close, flag, say

__all__ = [
    "Flag",
    "Flagged",
    "JudgedBy",
    "answer",
    "appeal",
    "close",
    "close_decided",
    "close_settled",
    "decide",
    "flag",
    "must_judge",
    "say",
    "take",
]
