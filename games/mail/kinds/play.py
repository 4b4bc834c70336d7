"""The emails of a running match, and those that invite to a match or a circle."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as lazy

from games.mail.kinds.record import PLAIN, Affair, Asks, To

INVITATION, INVITED_AGAIN, DOOR, CIRCLE = "invitation", "invited_again", "door", "circle_invited"
TURN, WINDOW, SECRET, REMINDER = "turn", "window", "secret", "reminder"
STARTED, OVER, DIGEST, BOUNCED = "started", "over", "digest", "bounced"
AHEAD, PUT_OFF, DONE, TAKEN_BACK = "ahead", "put_off", "done", "taken_back"
#: Says what was done by another email, and how to undo it.
RECEIPT = "receipt"
CONFIRM, UNREADABLE = "confirm", "unreadable"
#: Says what came of a message that a reply sent to the chat.
MESSAGE = "message"


ASKING = replace(
    PLAIN,
    writer="asks.turn",
    asks=Asks.FIRST,
    affair=Affair.TABLE,
    topic="turn",
    announced=True,
    on_page=True,
    tells_story=True,
    tells_chat=True,
)
#: The result of a seat's own plans and moves. It stays true, whatever has happened since.
TELLING = replace(PLAIN, still="is_for_good", affair=Affair.OWN, when_paused=True)
STORY = replace(TELLING, tells_story=True, tells_chat=True)
INVITING = replace(PLAIN, to=To.GUEST)
ROWS = (
    replace(INVITING, name=INVITATION, subject=lazy("An invitation"), writer="inviting.invitation"),
    replace(
        INVITING,
        name=INVITED_AGAIN,
        subject=lazy("Your invitation is still open"),
        writer="inviting.invited_again",
    ),
    replace(PLAIN, name=DOOR, subject=lazy("An open seat"), writer="inviting.door", to=To.STRANGER),
    replace(
        PLAIN,
        name=CIRCLE,
        subject=lazy("An invitation to a circle"),
        writer="inviting.circle",
        still="circle_is_waiting",
        to=To.PLAYER,
        switch="circle",
    ),
    replace(
        PLAIN,
        name=STARTED,
        subject=lazy("The match has begun"),
        writer="tells.started",
        still="is_told_by_no_other",
        affair=Affair.TABLE,
        topic="started",
        announced=True,
        switch="started",
        in_digest=True,
        tells_chat=True,
    ),
    replace(ASKING, name=TURN, subject=lazy("Your turn"), in_digest=True),
    replace(ASKING, name=WINDOW, subject=lazy("React to an attack")),
    replace(ASKING, name=SECRET, subject=lazy("A secret choice"), affair=Affair.OTHER, in_digest=True),
    replace(
        ASKING,
        name=REMINDER,
        subject=lazy("Reminder: your move is needed"),
        asks=Asks.AGAIN,
        topic="reminder",
        announced=False,
        switch="reminder",
    ),
    replace(
        STORY,
        name=AHEAD,
        subject=lazy("Your plan is about to stop"),
        writer="tells.ahead",
        still="plan_will_stop",
        topic="ahead",
        switch="ahead",
        in_digest=True,
        on_page=True,
        when_paused=False,
    ),
    replace(
        STORY, name=PUT_OFF, subject=lazy("Your plan was cancelled"), writer="tells.put_off", topic="ahead"
    ),
    replace(
        STORY,
        name=DONE,
        subject=lazy("A move was made for you"),
        writer="tells.done",
        still="is_not_told_yet",
        topic="done",
        switch="done",
        in_digest=True,
    ),
    replace(STORY, name=TAKEN_BACK, subject=lazy("Move undone"), writer="tells.taken_back"),
    replace(
        TELLING, name=RECEIPT, subject=lazy("Confirmation"), writer="receipts.receipt", always_wanted=True
    ),
    replace(PLAIN, name=CONFIRM, subject=lazy("Was this you?"), writer="receipts.confirm", affair=Affair.OWN),
    replace(
        PLAIN,
        name=UNREADABLE,
        subject=lazy("We didn't understand that"),
        writer="receipts.unreadable",
        asks=Asks.IN_REPLY,
        affair=Affair.OWN,
    ),
    replace(TELLING, name=MESSAGE, subject=lazy("Your message"), writer="receipts.message"),
    replace(
        PLAIN,
        name=OVER,
        subject=lazy("The match is over"),
        writer="tells.over",
        affair=Affair.TABLE,
        topic="over",
        announced=True,
        switch="over",
        tells_story=True,
        tells_chat=True,
    ),
    replace(PLAIN, name=BOUNCED, subject=lazy("Our emails don't reach you"), writer="tells.bounced"),
    replace(PLAIN, name=DIGEST, subject=lazy("Your matches today"), writer="digest.digest"),
)
