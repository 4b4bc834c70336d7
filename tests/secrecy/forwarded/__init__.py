"""What an email may not hand over that is passed on: all that its reader alone may know."""
