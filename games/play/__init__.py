"""The one door: the only way events are written.

Web form, email link, email reply, timer, standing order, robot and moderator all come here. One
transaction: lock the match, load and fold, ask the game's rules, settle what needs no person, write every
row, commit, ring the bell. A request that was handled before can't be done or written a second time, and that
is how it is noticed: it gets its first result again.
"""

from games.play.orders import lay_orders
from games.play.rewind import force, rewind
from games.play.submit import Wish, begin, start, submit
from games.play.take_back import may_take_back, take_back
from games.play.timeouts import close, close_together
from games.play.transaction import Receipt, quarantine

__all__ = [
    "Receipt",
    "Wish",
    "begin",
    "close",
    "close_together",
    "force",
    "lay_orders",
    "may_take_back",
    "quarantine",
    "rewind",
    "start",
    "submit",
    "take_back",
]
