"""Quartz."""
