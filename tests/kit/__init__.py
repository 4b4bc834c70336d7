"""Helpers and fixtures shared by tests of several rooms."""
