"""One file a command; docs/operations.md says what each is for."""
