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
    RULED = "ruled"  # a moderator acted: to those it concerns


#: What is final is reported whatever becomes of the match since.
NEWS = replace(PLAIN, writer="table.context", still="is_for_good", when_paused=True)
ROWS = (
    replace(
        NEWS,
        name=News.PROPOSED,
        subject=lazy("You are asked for your vote"),
        writer="voting.proposed",
        still="vote_is_open",
        affair=Affair.TABLE,
    ),
    replace(
        NEWS,
        name=News.PAUSED,
        subject=lazy("The match is paused"),
        writer="voting.paused",
        says=(
            lazy(
                "All who are there have agreed to a pause. Nobody is asked anything and no time runs until "
                "all agree to go on; anybody may propose that on the page of the match."
            ),
        ),
        still="is_paused",
        affair=Affair.TABLE,
        switch="table",
    ),
    replace(
        NEWS,
        name=News.RESUMED,
        subject=lazy("The match goes on"),
        writer="asking_again.asked_again",
        says=(lazy("The match goes on. Everybody has as much time left as when it stopped."),),
        still="is_resumed",
        affair=Affair.TABLE,
        tells_chat=True,
    ),
    replace(
        NEWS,
        name=News.CLOSED,
        subject=lazy("The match was ended"),
        says=(
            lazy("All who are there have agreed to end the match without a result. It is closed for good."),
        ),
        affair=Affair.TABLE,
        switch="over",
    ),
    replace(
        NEWS,
        name=News.REWOUND,
        subject=lazy("The match went back to an earlier moment"),
        says=(
            lazy(
                "All who are concerned have agreed to go back to an earlier moment; what happened since then "
                "counts no more, and no address in an earlier mail plays anything."
            ),
            lazy(
                "Chance that was spent stays spent: what is drawn from now on is drawn anew. Plans, and "
                "answers that lay sealed, are off. Whoever is asked something has a new mail and a new clock."
            ),
        ),
        affair=Affair.TABLE,
    ),
    replace(
        NEWS,
        name=News.GAVE_UP,
        subject=lazy("A seat was given up"),
        writer="voting.vacant",
        says=(
            lazy(
                "A player has given up their seat. It plays itself until somebody takes it over: "
                "on the page of the match you can offer it to somebody you would like to play with."
            ),
        ),
        still="is_in_those_hands",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.OFFERED,
        subject=lazy("A seat is on offer"),
        writer="table.with_name",
        says=(
            lazy(
                "{name}'s seat, which plays itself, is on offer. Whoever has its address may take it; it "
                "stands on the page of the match."
            ),
        ),
        still="is_on_offer",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.TAKEN,
        subject=lazy("Somebody has taken over a seat"),
        writer="table.with_name",
        says=(lazy("{name} has taken over a seat that played itself, and plays on from where it stands."),),
        still="is_in_those_hands",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.ON_AUTOPILOT,
        subject=lazy("Your seat plays itself"),
        says=(
            lazy(
                "You were silent several times in a row, so your seat plays itself now, and the "
                "others may offer it to somebody else."
            ),
            lazy(
                "To play it yourself again, press 'I am back' on the page of the match, or just make a move."
            ),
        ),
        still="plays_itself",
    ),
    replace(
        NEWS,
        name=News.ON_OFFER,
        subject=lazy("Your seat is on offer to somebody else"),
        says=(
            lazy(
                "Your seat plays itself, and the others have offered it to somebody else. It is yours "
                "until somebody takes it: press 'I am back' on the page of the match to keep it."
            ),
        ),
        still="is_on_offer",
    ),
    replace(
        NEWS,
        name=News.REPLACED,
        subject=lazy("Somebody else plays your seat now"),
        says=(
            lazy(
                "You were away, and somebody else has taken over your seat. You are asked nothing any "
                "more, and nothing else of that match reaches you."
            ),
        ),
        to_former=True,
    ),
    replace(
        NEWS,
        name=News.NUDGED,
        subject=lazy("The table waits for you"),
        writer="asking_again.nudged",
        says=(
            lazy("A friendly nudge from {name}, who would like to know how it goes on."),
            lazy("In case the mail that asked you went under, here is once more what is asked."),
        ),
        still="is_waited_for",
        tells_chat=True,
    ),
    replace(
        NEWS,
        name=News.JOINED,
        subject=lazy("Somebody has taken a seat"),
        writer="table.with_name",
        says=(
            lazy("{name} has taken a seat at your table."),
            lazy("The match begins by itself when the last seat is taken. How it stands is on its page."),
        ),
        still="has_joined",
    ),
    replace(
        NEWS,
        name=News.LEFT,
        subject=lazy("A seat is free again"),
        says=(
            lazy("Somebody has left your table before it began, and their seat is free again."),
            lazy("On the page of the match you can invite somebody else, or let a robot sit down."),
        ),
        still="is_filling",
    ),
    replace(
        NEWS,
        name=News.DECLINED,
        subject=lazy("An invitation was declined"),
        writer="table.declined",
        says=(
            lazy("{guest} won't play this time, and the seat is free again."),
            lazy("On the page of the match you can invite somebody else, or let a robot sit down."),
        ),
        still="is_filling",
    ),
    replace(
        NEWS,
        name=News.CALLED_OFF,
        subject=lazy("The match was called off"),
        writer="table.called_off",
    ),
    replace(
        NEWS,
        name=News.UNREACHABLE,
        subject=lazy("A player can't be reached"),
        writer="table.with_name",
        says=(
            lazy("Our mails to {name} come back, so {name} may not know what is asked."),
            lazy(
                "Nobody is passed over because of that without its being said: the clock runs as the table "
                "has agreed, and {name} can put the address right on the page of the match."
            ),
        ),
        still="is_unreachable",
        switch="table",
    ),
    replace(
        NEWS,
        name=News.STOPPED,
        subject=lazy("A match was stopped by a fault"),
        writer="table.stopped",
    ),
    replace(
        NEWS,
        name=News.FLAGGED,
        subject=lazy("What you have flagged has come in"),
        writer="cases.flagged",
    ),
    replace(
        NEWS,
        name=News.ANSWERED,
        subject=lazy("A moderator has answered"),
        writer="cases.answered",
    ),
    replace(
        NEWS,
        name=News.DECIDED,
        subject=lazy("A moderator has decided"),
        writer="cases.decided",
    ),
    replace(
        NEWS,
        name=News.APPEALED,
        subject=lazy("Another moderator will look into it"),
        writer="cases.appealed",
    ),
    replace(
        NEWS,
        name=News.NEW_CASE,
        subject=lazy("A case waits for a moderator"),
        writer="cases.waits",
    ),
    replace(
        NEWS,
        name=News.MORE_SAID,
        subject=lazy("More was said about a case"),
        writer="cases.waits",
    ),
    replace(
        NEWS,
        name=News.RULED,
        subject=lazy("A moderator has acted"),
        writer="asking_again.after_ruling",
        to_former=True,
    ),
)
