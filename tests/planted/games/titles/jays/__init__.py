"""Jays."""
