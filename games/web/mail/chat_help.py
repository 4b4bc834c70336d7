"""How to get what each chat service asks for, and what it calls people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.models import ChatKind


@dataclass(frozen=True)
class ServiceHelp:
    """Sentences for the form of one service."""

    how: Any
    url: Any = lazy("Address (https://…)")  # labels of its fields
    token: Any = ""
    room: Any = ""


_EDITS = {
    True: lazy("If something changes during a turn, the message is edited."),
    False: lazy("Messages can't be edited there, so there is one for each turn and no more."),
}
HELP: Mapping[str, ServiceHelp] = {
    ChatKind.DISCORD: ServiceHelp(
        lazy(
            "In Discord, open the channel's settings, then Integrations, Webhooks, New webhook. Choose Copy "
            "webhook URL and paste it here."
        ),
    ),
    ChatKind.SLACK: ServiceHelp(
        lazy(
            "In Slack, create an app at api.slack.com/apps, turn on Incoming Webhooks and add one to a "
            "channel. Copy its webhook URL and paste it here."
        ),
    ),
    ChatKind.SLACK_BOT: ServiceHelp(
        lazy(
            "Create an app at api.slack.com/apps, give it the permission chat:write and install it. "
            "Invite the Slack bot to the channel, and paste its token and the channel's ID here."
        ),
        token=lazy("Token of the Slack bot (xoxb-…)"),
        room=lazy("Channel ID (C…)"),
    ),
    ChatKind.MATRIX: ServiceHelp(
        lazy(
            "Invite an account made for this to the room, one without encryption, and copy its access token "
            "from the settings of its app. The room's internal ID is in the room's settings, under Advanced."
        ),
        url=lazy("Address of the account's homeserver (https://…)"),
        token=lazy("Access token"),
        room=lazy("Internal room ID (!…)"),
    ),
    ChatKind.TELEGRAM: ServiceHelp(
        lazy(
            "Create a Telegram bot with @BotFather and copy its token. Add it to the group, or write to it "
            "yourself, and enter the ID of that group or conversation."
        ),
        token=lazy("Token of the Telegram bot"),
        room=lazy("ID of the group (-100… or @name)"),
    ),
    ChatKind.MATTERMOST: ServiceHelp(
        lazy(
            "In Mattermost, open the product menu, then Integrations, Incoming Webhooks, and add one for the "
            "channel. Rocket.Chat and others take the same: copy the webhook's address and paste it here."
        ),
    ),
    ChatKind.SIGNED: ServiceHelp(
        lazy(
            "Your program gets each message as JSON by POST. We sign it with the key you enter here, so that "
            "your program can check that it comes from us."
        ),
        token=lazy("Key, at least 16 characters"),
    ),
}
#: What each service calls people.
CALLED: Mapping[str, Any] = {
    ChatKind.DISCORD: lazy("user ID, a long number"),
    ChatKind.SLACK: lazy("member ID, such as U012AB3CD"),
    ChatKind.SLACK_BOT: lazy("member ID, such as U012AB3CD"),
    ChatKind.MATRIX: lazy("Matrix ID, such as @anna:example.org"),
    ChatKind.TELEGRAM: lazy("@username, or the number of the account"),
    ChatKind.MATTERMOST: lazy("username, without @"),
    ChatKind.SIGNED: lazy("any name or number that your program understands"),
}


def edits(can_edit: bool) -> Any:
    return _EDITS[can_edit]
