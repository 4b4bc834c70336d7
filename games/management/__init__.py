"""What runs from the command line: parse, one call, print."""
