"""Chats of players, matches and circles: Discord, Slack, Matrix, Telegram and others."""
