"""What is done from the command line: parse, one call, print."""
