"""Tests of guided matches and of the daily mine."""
