"""The emails about what happens in a match beside its game."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from django.utils.translation import gettext_lazy as lazy

from games.mail.kinds.record import PLAIN, Affair


class News(StrEnum):
    """What such an email reports, and to whom."""

    PROPOSED = "proposed"  # a vote, to those who haven't voted
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSED = "closed"
    REWOUND = "rewound"  # everyone agreed
    GAVE_UP = "gave_up"
    OFFERED = "offered"
    TAKEN = "taken"
    ON_AUTOPILOT = "on_autopilot"  # to its own player, like the next two
    ON_OFFER = "on_offer"
    REPLACED = "replaced"
    NUDGED = "nudged"  # from somebody who waits, to the player they wait for
    JOINED = "joined"  # a match that fills, to its host, like the next two
    LEFT = "left"
    DECLINED = "declined"  # to whoever sent the invitation
    CALLED_OFF = "called_off"  # before it began
    UNREACHABLE = "unreachable"  # emails to a player come back: to the others in the match
    STOPPED = "stopped"  # by a fault, to the operators
    FLAGGED = "flagged"  # a problem: to whoever reported it, like the next three
    ANSWERED = "answered"
    DECIDED = "decided"
    APPEALED = "appealed"
    NEW_CASE = "new_case"  # to the moderators, like the next
    MORE_SAID = "more_said"
    CHAT_OFF = "chat_off"  # to whoever connected a chat that messages no longer reach
    RULED = "ruled"  # a moderator acted: to those it concerns


#: What is final is reported whatever becomes of the match since.
NEWS = replace(PLAIN, writer="table.context", still="is_for_good", when_paused=True)
ROWS = (
    replace(
        NEWS,
        name=News.PROPOSED,
        subject=lazy("Your vote is needed"),
        topic="asked",
        writer="voting.proposed",
        still="vote_is_open",
        affair=Affair.TABLE,
    ),
    replace(
        NEWS,
        name=News.PAUSED,
        announced=True,
        subject=lazy("The match is paused"),
        writer="voting.paused",
        says=(
            lazy(
                "Everyone who is still playing has agreed to a pause. Nobody has to move and no time "
                "runs until all agree to resume. Anyone can propose that on the match page."
            ),
        ),
        still="is_paused",
        affair=Affair.TABLE,
        topic="table",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.RESUMED,
        announced=True,
        subject=lazy("The match has resumed"),
        topic="asked",
        writer="asking_again.asked_again",
        says=(lazy("The match has resumed. Everyone has as much time left as when it stopped."),),
        still="is_resumed",
        affair=Affair.TABLE,
        tells_chat=True,
    ),
    replace(
        NEWS,
        name=News.CLOSED,
        announced=True,
        subject=lazy("The match was ended"),
        says=(
            lazy(
                "Everyone who is still playing has agreed to end the match without a result. It can't be "
                "reopened."
            ),
        ),
        affair=Affair.TABLE,
        topic="over",
        switch="over",
    ),
    replace(
        NEWS,
        name=News.REWOUND,
        announced=True,
        subject=lazy("The match went back to an earlier moment"),
        topic="table",
        says=(
            lazy(
                "Everyone involved has agreed to go back to an earlier moment. What happened since then "
                "no longer counts, and links in earlier emails no longer make moves."
            ),
            lazy(
                "New draws may turn out differently. Plans and secret choices are cancelled. If you have "
                "to move, you get a new email and a new deadline."
            ),
        ),
        affair=Affair.TABLE,
    ),
    replace(
        NEWS,
        name=News.GAVE_UP,
        subject=lazy("A player left the match"),
        writer="voting.vacant",
        says=(
            lazy(
                "A player has left the match. Their seat is on automatic play until someone takes it "
                "over. You can invite a substitute on the match page."
            ),
        ),
        still="is_in_those_hands",
        topic="table",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.OFFERED,
        subject=lazy("Substitute wanted"),
        writer="table.with_name",
        says=(
            lazy(
                "{name}'s seat is on automatic play and open to a substitute. Anyone with the link on "
                "the match page can take it."
            ),
        ),
        still="is_on_offer",
        topic="table",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.TAKEN,
        subject=lazy("Someone has taken over a seat"),
        writer="table.with_name",
        says=(lazy("{name} has taken over a seat that was on automatic play, and continues from there."),),
        still="is_in_those_hands",
        topic="table",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.ON_AUTOPILOT,
        subject=lazy("Your seat is on automatic play"),
        topic="seat",
        says=(
            lazy(
                "You missed several deadlines in a row, so your seat is now on automatic play, and the "
                "other players may invite a substitute."
            ),
            lazy("To play again yourself, press “I'm back” on the match page, or just make a move."),
        ),
        still="plays_itself",
    ),
    replace(
        NEWS,
        name=News.ON_OFFER,
        subject=lazy("Your seat is open to a substitute"),
        topic="seat",
        says=(
            lazy(
                "Your seat is on automatic play, and the other players have opened it to a substitute. "
                "It is yours until someone takes it. To keep it, press “I'm back” on the match page."
            ),
        ),
        still="is_on_offer",
    ),
    replace(
        NEWS,
        name=News.REPLACED,
        subject=lazy("Someone else has your seat now"),
        topic="seat",
        says=(
            lazy(
                "You were away, and someone else has taken over your seat. You are no longer in that "
                "match and won't get any more emails about it."
            ),
        ),
        to_former=True,
    ),
    replace(
        NEWS,
        name=News.NUDGED,
        subject=lazy("Your match is waiting for you"),
        topic="asked",
        writer="asking_again.nudged",
        says=(
            lazy("A friendly nudge from {name}, who would like to see what happens next."),
            lazy("In case our earlier email got lost, here are your options again."),
        ),
        still="is_waited_for",
        tells_chat=True,
    ),
    replace(
        NEWS,
        name=News.JOINED,
        subject=lazy("Someone has joined your match"),
        topic="table",
        writer="table.with_name",
        says=(
            lazy("{name} has joined your match."),
            lazy(
                "The match starts automatically when the last seat is taken. See the match page for the "
                "current players."
            ),
        ),
        still="has_joined",
    ),
    replace(
        NEWS,
        name=News.LEFT,
        subject=lazy("A seat is open again"),
        topic="table",
        says=(
            lazy("Someone left your match before it began, and their seat is open again."),
            lazy("On the match page, you can invite someone else or add a robot."),
        ),
        still="is_filling",
    ),
    replace(
        NEWS,
        name=News.DECLINED,
        subject=lazy("An invitation was declined"),
        topic="table",
        writer="table.declined",
        says=(
            lazy("{guest} won't play this time, and the seat is open again."),
            lazy("On the match page, you can invite someone else or add a robot."),
        ),
        still="is_filling",
    ),
    replace(
        NEWS,
        name=News.CALLED_OFF,
        subject=lazy("The match was cancelled"),
        topic="table",
        writer="table.called_off",
    ),
    replace(
        NEWS,
        name=News.UNREACHABLE,
        subject=lazy("Emails don't reach a player"),
        writer="table.with_name",
        says=(
            lazy("Our emails to {name} are bouncing, so {name} may not know when to move."),
            lazy("The agreed deadlines don't change. {name} can fix the address on the match page."),
        ),
        still="is_unreachable",
        topic="table",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.STOPPED,
        subject=lazy("A match was stopped by an error"),
        writer="table.stopped",
    ),
    replace(
        NEWS,
        name=News.FLAGGED,
        subject=lazy("We received your report"),
        writer="cases.flagged",
    ),
    replace(
        NEWS,
        name=News.ANSWERED,
        subject=lazy("A moderator has replied"),
        writer="cases.answered",
    ),
    replace(
        NEWS,
        name=News.DECIDED,
        subject=lazy("Your case has been decided"),
        writer="cases.decided",
    ),
    replace(
        NEWS,
        name=News.APPEALED,
        subject=lazy("Another moderator will look into your case"),
        writer="cases.appealed",
    ),
    replace(
        NEWS,
        name=News.NEW_CASE,
        subject=lazy("A case is waiting for a moderator"),
        writer="cases.waits",
    ),
    replace(
        NEWS,
        name=News.MORE_SAID,
        subject=lazy("There is a new message in a case"),
        writer="cases.waits",
    ),
    replace(
        NEWS,
        name=News.CHAT_OFF,
        subject=lazy("Your channel no longer gets our messages"),
        writer="chats.turned_off",
    ),
    replace(
        NEWS,
        name=News.RULED,
        subject=lazy("A moderator's decision"),
        writer="asking_again.after_ruling",
        to_former=True,
    ),
)
