"""What players read when something is refused: one sentence for each code of the kernel and the service.

A game has sentences for its own codes in its words, as `refused.<code>`.
"""

from __future__ import annotations

import math
import string
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from games.present.words import word
from games.rules.kernel.contract import AnyRules

SENTENCES: Mapping[str, str] = {
    # from the kernel
    "malformed": gettext_noop(
        "We couldn't read that as a move in this game. Nothing has changed: choose again below."
    ),
    "stale": gettext_noop("That choice is already closed. Nothing has changed."),
    "not_yours": gettext_noop("That choice belongs to another player."),
    "not_an_answer": gettext_noop("That move doesn't fit this choice."),
    "not_offered": gettext_noop("That isn't possible here. Your options are below."),
    "seats": gettext_noop("This game is for {least} to {most} players."),
    "options": gettext_noop("This game has no such option: {reason}."),
    # from the one door
    "not_running": gettext_noop("This match isn't in progress right now."),
    "not_over": gettext_noop("The match isn't over yet."),
    "fault": gettext_noop(
        "Something is wrong with this match, so it was stopped and the operators were told. "
        "Every confirmed move is safe."
    ),
    "try_again": gettext_noop("That isn't possible right now. Please try again in a little while."),
    "too_many": gettext_noop("Too many attempts in a short time. Nothing has changed; please wait {wait}."),
    "too_late": gettext_noop("It's too late to undo that."),
    "moved_on": gettext_noop(
        "The match has moved on since, so nothing was agreed. Choose again which moment to go back to."
    ),
    "another_moment": gettext_noop(
        "There is already a vote on going back to another moment. Agree to that one, or ask for "
        "it to be cancelled first."
    ),
    "not_a_seat": gettext_noop("That seat isn't open in this match."),
    "seat_is_taken": gettext_noop("That seat is taken, and its player is still playing."),
    "sits_here_already": gettext_noop("You are already in that match."),
    # in the lobby
    "begun": gettext_noop("That match has already begun."),
    "no_such_circle": gettext_noop("You don't belong to that circle, or it is gone."),
    "not_a_member": gettext_noop("That player no longer belongs to this circle."),
    "not_the_keeper": gettext_noop("Only the keeper of the circle can do that."),
    "blocked_there": gettext_noop("You have blocked someone who belongs to this circle."),
    "circle_is_full": gettext_noop("This circle has as many members as a circle can have."),
    "called_off": gettext_noop("That match was cancelled before it began."),
    "door_is_shut": gettext_noop("That join link no longer works."),
    "table_is_full": gettext_noop("The last open seat was just taken."),
    "no_free_seat": gettext_noop("That seat is no longer open. You see the current seats below."),
    "no_such_robot": gettext_noop("This game has no such robot."),
    "no_such_chat": gettext_noop("That channel has been removed in the meantime."),
    "not_the_host": gettext_noop("Only the host can do that."),
    "invited_already": gettext_noop("You have already invited that address to this match."),
    "too_few_seats": gettext_noop(
        "There are more people and robots than seats. The match has {seats} seats, including yours."
    ),
    "brought": gettext_noop("Enter a whole number from {least} to {most}."),
    "days": gettext_noop(
        "Holidays can't begin before today or end more than a year from now, and the first day "
        "can't come after the last."
    ),
    "holidays": gettext_noop(
        "You don't have that many days of holiday left in this match. Days left: {left}."
    ),
    "not_sure": gettext_noop("Nothing has changed. This can't be undone, so tick the box to confirm."),
    "not_to_be_invited": gettext_noop("Invitations can't be sent to that address."),
    "nudged_already": gettext_noop(
        "You have already nudged this match today. You can nudge it again tomorrow."
    ),
    "nobody_to_nudge": gettext_noop(
        "There is nobody to nudge right now: either nobody has kept you waiting for long, or "
        "emails don't reach them."
    ),
    "plays_here": gettext_noop("Someone who plays in this match can't stand in for another player."),
    "stood_in_here": gettext_noop("You have stood in for another player of this match."),
    "stand_in_days": gettext_noop("Choose a day from today on, at most {most} days ahead."),
    "no_private_messages": gettext_noop("In this match, players can't write to each other privately."),
    # from push notices
    "no_device": gettext_noop(
        "This browser gave no address that push notifications can be sent to. Nothing has changed."
    ),
    "not_tried": gettext_noop(
        "The test notification could not be sent. Try again later, or turn notifications off and on again in "
        "that browser."
    ),
    "no_name": gettext_noop("Give the device a name of at most 40 characters. Nothing has changed."),
    "nothing_said": gettext_noop("There is no text yet. Write something first."),
    "too_long": gettext_noop(
        "Too long by {over}: the limit is {most} characters. Your text is still in the form."
    ),
    "note_changed": gettext_noop(
        "Your notes have changed since you opened that page, perhaps in another window. Nothing "
        "is lost: both versions are below."
    ),
    # cases
    "no_kind": gettext_noop("Choose what kind of problem it is. Your text is still in the form."),
    "case_closed": gettext_noop("That case is closed. If something new has happened, report it again."),
    "case_decided": gettext_noop("This case has been decided in the meantime. You can appeal or close it."),
    "not_decided": gettext_noop("There is no decision yet."),
    "appealed_already": gettext_noop(
        "Two moderators have already decided this case. The second decision is final."
    ),
    "not_your_case": gettext_noop("That case belongs to someone else."),
    "not_a_moderator": gettext_noop("Only moderators can do that."),
    "plays_there": gettext_noop(
        "You play in that match, or you reported this problem yourself. Another moderator has to handle it."
    ),
    "decided_before": gettext_noop("You decided this case before. An appeal goes to another moderator."),
    "own_act": gettext_noop(
        "This case is about something you did yourself. Another moderator has to handle it."
    ),
    "taken_already": gettext_noop("Another moderator is already handling this."),
    "not_taken": gettext_noop("Take the case first."),
    "too_near": gettext_noop(
        "Your time runs out before then. We'll remind you once more before that happens."
    ),
    "taken": gettext_noop(
        "That address belongs to another account. Sign out, then sign in with that address."
    ),
    "not_to_join": gettext_noop("You need an invitation to create an account here."),
    "not_your_address": gettext_noop("That address isn't yours, or you haven't confirmed it yet."),
    "main_address": gettext_noop(
        "We send your email to that address. Choose another address for your email first."
    ),
    "too_many_addresses": gettext_noop("You can't add any more addresses. Remove one first."),
    "oneself": gettext_noop("That's you."),
    "last_operator": gettext_noop(
        "You are the only operator of this site. Appoint another one first; then you can delete your account."
    ),
    "old": gettext_noop("That happened too long ago to report now."),
    "another_body": gettext_noop("That was already reported, with different content."),
    # from moderation
    "judged_there": gettext_noop("A moderator who has acted on a match or looked into it can't play in it."),
    "plays_with_you": gettext_noop(
        "You play with this player, or used to play in a match they are in now. Another "
        "moderator has to handle this."
    ),
    "is_staff": gettext_noop("This player is on the site's staff. Only an operator can do this."),
    "no_reason": gettext_noop("Give a reason in one sentence. The people involved will read it."),
    "another_case": gettext_noop("That case is about another match."),
    "not_waited_for": gettext_noop("The match isn't waiting for that seat right now."),
    "too_much_time": gettext_noop("A turn can't last more than 14 days, or a reaction more than 7."),
    "not_paused": gettext_noop("That match isn't paused."),
    "not_stopped": gettext_noop("That match isn't stopped."),
    "still_broken": gettext_noop(
        "Its log still can't be replayed, so the match stays stopped. Operators can see what is wrong."
    ),
    "no_moment": gettext_noop(
        "You can't go back to that moment: it doesn't exist, was itself undone, or nobody had a "
        "move to make then. Nothing has changed."
    ),
    "gone_back_since": gettext_noop(
        "The match has gone back to another moment since you opened this form. Nothing has "
        "changed. Take another look and choose the moment again."
    ),
    "asked_since": gettext_noop(
        "That seat has moved since you opened this page, and now has a different choice to make. "
        "Nothing has changed. Submit again only if you mean the new one."
    ),
    "ruled_already": gettext_noop("That is already so. Nothing has changed."),
    "gone_already": gettext_noop(
        "That player has left the seat. See below who has it now. Nothing has changed."
    ),
    "nobody_there": gettext_noop("There is no player with that address."),
    "past": gettext_noop("That day is over. Choose a later one."),
    "no_such_mail": gettext_noop("There is no such email in this match."),
    "goes_anyway": gettext_noop("That email is already waiting to be sent."),
    "goes_nowhere": gettext_noop("Emails don't reach that address. Allow email to it first."),
    "mail_is_over": gettext_noop("That email is out of date. Sending it again would only mislead."),
    "not_suppressed": gettext_noop("Email to that address isn't stopped."),
    "no_address": gettext_noop("We can't send email to that address."),
    # from API access
    "no_token_name": gettext_noop("Say in up to 60 characters what the token is for."),
    "no_scope": gettext_noop("Choose at least one thing that the token may do."),
    "too_many_tokens": gettext_noop("You can have up to {most} tokens. Revoke one first."),
    "has_played": gettext_noop("This account has already played, so the mark can't be changed."),
    "staff_no_robot": gettext_noop("An account of the site's staff can't be a robot."),
    "no_robots": gettext_noop("This match doesn't take robot accounts."),
    "suspended": gettext_noop(
        "You are suspended until {day} (UTC). You can keep playing your current matches, but you "
        "can't create or join others or write in the chat."
    ),
    # from pages
    "incomplete": gettext_noop("Not chosen yet: {what}. Nothing has happened yet."),
    "needs_page": gettext_noop(
        "That move still needs a choice. Make it on the move's page. Nothing has happened yet."
    ),
    "not_laid": gettext_noop(
        "This can't be saved as it is: {what}. Nothing has changed. What you wrote is below."
    ),
}
OTHERWISE = gettext_noop("That can't be done.")


def sentence(rules: AnyRules, code: str, details: Mapping[str, object] | None, options: Any = None) -> str:
    """Explain why something was refused; details that are things of the game get their names."""
    text = word(rules, f"refused.{code}", options, gettext(SENTENCES.get(code, OTHERWISE)))
    named = {
        name: word(rules, f"{name}.{value}", options, str(value)) for name, value in (details or {}).items()
    }
    if isinstance(seconds := (details or {}).get("seconds"), int):
        named["wait"] = how_long(seconds)
    return text.format_map({blank: named.get(blank, "?") for blank in _blanks(text)})


def plainly(code: str, details: Mapping[str, object] | None = None) -> str:
    """Explain why something was refused where no game is involved."""
    text = gettext(SENTENCES.get(code, OTHERWISE))
    named = {name: str(value) for name, value in (details or {}).items()}
    if isinstance(seconds := (details or {}).get("seconds"), int):
        named["wait"] = how_long(seconds)
    return text.format_map({blank: named.get(blank, "?") for blank in _blanks(text)})


def _blanks(text: str) -> set[str]:
    return {blank for _, blank, _, _ in string.Formatter().parse(text) if blank}


def how_long(seconds: int) -> str:
    """Say how long to wait in round figures, never less than it takes."""
    minutes = math.ceil(seconds / 60)
    if minutes < 2:
        return gettext("about a minute")
    if 55 <= minutes <= 60:
        return gettext("about an hour")
    if minutes <= 90:
        return ngettext("about %(count)d minute", "about %(count)d minutes", minutes) % {"count": minutes}
    hours = math.ceil(minutes / 60)
    return ngettext("about %(count)d hour", "about %(count)d hours", hours) % {"count": hours}
