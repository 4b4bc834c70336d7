"""Notices by other channels than email."""
