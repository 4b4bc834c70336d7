"""Quartz: The Card Game."""
