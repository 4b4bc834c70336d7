"""Tables that are set, and fill."""
