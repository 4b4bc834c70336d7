"""The chat services: what each wants to know, and how a message is written for it."""

from __future__ import annotations

from collections.abc import Mapping

from games.models import ChatKind
from games.reach.chat.services import discord, matrix, mattermost, signed, slack, telegram
from games.reach.chat.services.service import Service

__all__ = ["SERVICES", "Service"]
SERVICES: Mapping[str, Service] = {
    ChatKind.DISCORD: discord.SERVICE,
    ChatKind.SLACK: slack.WEBHOOK,
    ChatKind.SLACK_BOT: slack.BOT,
    ChatKind.MATRIX: matrix.SERVICE,
    ChatKind.TELEGRAM: telegram.SERVICE,
    ChatKind.MATTERMOST: mattermost.SERVICE,
    ChatKind.SIGNED: signed.SERVICE,
}
