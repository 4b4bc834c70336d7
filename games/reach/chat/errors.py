"""Why a message didn't reach a chat, in words for whoever set it up."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop

SENTENCES: Mapping[str, str] = {
    "address": gettext_noop("We don't send to such an address."),
    "name": gettext_noop("There is no server by that name."),
    "inner": gettext_noop("That name leads into a private network, where we don't send anything."),
    "closed": gettext_noop("The server didn't let us connect."),
    "certificate": gettext_noop("The server's certificate isn't valid for its name."),
    "slow": gettext_noop("The server took too long to answer."),
    "garbled": gettext_noop("What the server answered made no sense."),
    "redirect": gettext_noop("The address leads to another one. Enter that one instead."),
    "too_many": gettext_noop("The service wants fewer messages. The next one waits for a moment."),
    "key": gettext_noop("We can no longer read what you entered here. Remove this channel and add it again."),
    "status_400": gettext_noop("The service didn't accept the message."),
    "status_401": gettext_noop("The service doesn't accept the token."),
    "status_403": gettext_noop("The service doesn't let us write there."),
    "status_404": gettext_noop("The service knows no such address. It may have been deleted there."),
    "status_410": gettext_noop("The channel is closed."),
    "status_413": gettext_noop("The service didn't accept the message."),
    "slack_channel_not_found": gettext_noop(
        "The service knows no such channel, or the Slack bot isn't in it."
    ),
    "slack_not_in_channel": gettext_noop("The Slack bot isn't in that channel. Invite it there."),
    "slack_is_archived": gettext_noop("The channel is closed."),
    **dict.fromkeys(
        ("slack_invalid_auth", "slack_not_authed", "slack_token_revoked", "slack_token_expired"),
        gettext_noop("The service doesn't accept the token."),
    ),
    "slack_missing_scope": gettext_noop("The Slack bot may not write. Give it the permission chat:write."),
    **dict.fromkeys(
        ("m_unknown_token", "m_missing_token", "m_user_deactivated"),
        gettext_noop("The service doesn't accept the token."),
    ),
    "m_forbidden": gettext_noop("The account isn't in that room, or may not write there."),
    "m_not_found": gettext_noop("The service knows no such room."),
}


def in_words(error: str) -> str:
    """Say what a recorded error means; with its number if that is all we know."""
    if error in SENTENCES:
        return gettext(SENTENCES[error])
    status = error.removeprefix("status_")
    if status != error:
        return gettext("The service answered with error %(status)s.") % {"status": status}
    return gettext("The message didn't get there (%(error)s).") % {"error": error}
