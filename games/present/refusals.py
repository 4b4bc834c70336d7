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
        "That could not be read as a move of this game. Nothing has happened; choose again below."
    ),
    "stale": gettext_noop("That question is closed by now. Nothing has happened."),
    "not_yours": gettext_noop("That question is somebody else's to answer."),
    "not_an_answer": gettext_noop("That is a move, but no answer to this question."),
    "not_offered": gettext_noop("That can't be done here. What can be is listed below."),
    "seats": gettext_noop("This game is for {least} to {most} players."),
    "options": gettext_noop("The game has no such option: {reason}."),
    # from the one door
    "not_running": gettext_noop("This match isn't being played just now."),
    "not_over": gettext_noop("The match isn't over yet."),
    "fault": gettext_noop(
        "Something is wrong with this match. It is stopped and the operators have been told; "
        "nothing that was confirmed is lost."
    ),
    "try_again": gettext_noop("That can't be done this minute. Please try again in a little while."),
    "too_many": gettext_noop("That was too often in a short time. Nothing has happened; please wait {wait}."),
    "too_late": gettext_noop("It is too late to take that back."),
    "moved_on": gettext_noop(
        "The match has moved on since, so nothing was agreed on. Choose the moment to go back to anew."
    ),
    "another_moment": gettext_noop(
        "The table is voting on going back to another moment. Agree to that, or have it called off first."
    ),
    "not_a_seat": gettext_noop("There is no such seat to be had in this match."),
    "seat_is_taken": gettext_noop("Somebody sits in that seat, and still plays."),
    "sits_here_already": gettext_noop("You sit at that table already."),
    # in the lobby
    "begun": gettext_noop("That match has begun in the meantime."),
    "called_off": gettext_noop("That match was called off before it began."),
    "door_is_shut": gettext_noop("That address lets nobody in any more."),
    "table_is_full": gettext_noop("The last free seat was taken a moment ago."),
    "no_free_seat": gettext_noop("That seat isn't free any more. How it stands now is below."),
    "no_such_robot": gettext_noop("There is no such robot in this game."),
    "not_the_host": gettext_noop("Only whoever has opened the table can do that."),
    "invited_already": gettext_noop("You have already invited that address to this match."),
    "too_few_seats": gettext_noop(
        "There are more people and robots than seats: {seats} seats, yours among them."
    ),
    "brought": gettext_noop("That is a whole number from {least} to {most}."),
    "days": gettext_noop(
        "Holidays are taken from today on, the first day before the last, and at most a year ahead."
    ),
    "holidays": gettext_noop(
        "That is more days than you may still take off in this match. Left to you: {left}."
    ),
    "not_sure": gettext_noop("Nothing has happened: what can't be undone needs the box to be ticked."),
    "not_to_be_invited": gettext_noop("Nobody can be invited at that address."),
    "nudged_already": gettext_noop("You have nudged this table today already; once a day is enough."),
    "nobody_to_nudge": gettext_noop(
        "There is nobody to nudge just now: nobody has been waited for long, or no mail reaches them."
    ),
    "nothing_said": gettext_noop("There was nothing to read in that; write something first."),
    "too_long": gettext_noop(
        "That is too long by {over}: {most} letters and signs at most. What you wrote is still in its form."
    ),
    "note_changed": gettext_noop(
        "Your notes have been changed since you opened that page, in another window perhaps. Nothing is "
        "lost: both are below."
    ),
    # cases
    "no_kind": gettext_noop("Choose what kind of problem it is; what you wrote is still in its form."),
    "case_closed": gettext_noop("That case is closed. If something new has happened, flag it anew."),
    "case_decided": gettext_noop(
        "That has been decided in the meantime. You can have another moderator look into it, or close it."
    ),
    "not_decided": gettext_noop("That has not been decided yet."),
    "appealed_already": gettext_noop("Two moderators have decided that; with the second it ends."),
    "not_your_case": gettext_noop("That case is somebody else's."),
    "not_a_moderator": gettext_noop("Only moderators can do that."),
    "plays_there": gettext_noop(
        "You sit at that table, or have flagged that yourself: it is for another moderator."
    ),
    "decided_before": gettext_noop("You have decided that before; an appeal goes to another moderator."),
    "own_act": gettext_noop("That is about something you have done yourself: it is for another moderator."),
    "taken_already": gettext_noop("Another moderator looks into that already."),
    "not_taken": gettext_noop("Take the case first."),
    "too_near": gettext_noop(
        "Your time runs out before that. You will be reminded once more before it does."
    ),
    "taken": gettext_noop("Somebody else plays under that address. Sign out, and sign in with it."),
    "not_to_join": gettext_noop("New accounts are opened by invitation here."),
    "not_your_address": gettext_noop("That address isn't yours, or not shown to be yet."),
    "main_address": gettext_noop("Mails go to that address. Send them elsewhere first."),
    "too_many_addresses": gettext_noop("You have as many addresses as one can have. Remove one first."),
    "oneself": gettext_noop("That is you."),
    "last_operator": gettext_noop(
        "Nobody else runs this site. Appoint another operator first; then your account can be deleted."
    ),
    "old": gettext_noop("That happened too long ago to be told now."),
    "another_body": gettext_noop("That was told before, in other words."),
    # from moderation
    "judged_there": gettext_noop(
        "Whoever has acted or looked there as a moderator doesn't play at that table."
    ),
    "plays_with_you": gettext_noop(
        "You play with them, or have sat at a table where they play now: another moderator has to see to it."
    ),
    "is_staff": gettext_noop("That is somebody of the staff: an operator has to see to it."),
    "no_reason": gettext_noop("Say why, in a sentence: those it concerns will read it."),
    "another_case": gettext_noop("That case is about another match."),
    "not_waited_for": gettext_noop("Nobody waits for that seat just now."),
    "too_much_time": gettext_noop(
        "No clock here runs longer than fourteen days, or seven for a quick answer."
    ),
    "not_paused": gettext_noop("That match isn't paused."),
    "not_stopped": gettext_noop("No fault has stopped that match."),
    "still_broken": gettext_noop(
        "Its log still can't be played again, so it stays stopped. Operators see what is wrong with it."
    ),
    "no_moment": gettext_noop(
        "There is no such moment to go back to: it never was, was taken back itself, or nobody was asked "
        "anything then. Nothing has changed."
    ),
    "gone_back_since": gettext_noop(
        "The match has gone back to another moment since you opened this form. Nothing has changed; look "
        "once more, and choose the moment anew."
    ),
    "asked_since": gettext_noop(
        "What you saw that seat asked has been answered since, and it is asked something else now. Nothing "
        "has changed; press once more only if you mean that."
    ),
    "gone_already": gettext_noop(
        "Whoever you meant doesn't have that seat any more. Who has it now is below; nothing has changed."
    ),
    "nobody_there": gettext_noop("Nobody plays here under that address."),
    "past": gettext_noop("That day is over already; choose a later one."),
    "no_such_mail": gettext_noop("There is no such mail in this match."),
    "goes_anyway": gettext_noop("That mail is waiting to be sent already."),
    "goes_nowhere": gettext_noop("No mail reaches that address. Allow mails to it first."),
    "mail_is_over": gettext_noop("What that mail was about is over, so it would only mislead."),
    "not_suppressed": gettext_noop("Nothing keeps mails from that address."),
    "no_address": gettext_noop("That is no address mails could go to."),
    "suspended": gettext_noop(
        "Until {day} (UTC) you can play on where you sit, but open, join and say nothing."
    ),
    # from pages
    "incomplete": gettext_noop("Something is still open: {what}. Nothing has happened yet."),
    "needs_page": gettext_noop(
        "That answer leaves something open, which is chosen on its page. Nothing has happened yet."
    ),
    "not_laid": gettext_noop(
        "That can't be laid as it stands: {what}. Nothing has changed; what you wrote is below."
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
