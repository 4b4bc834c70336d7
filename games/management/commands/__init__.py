"""One file per command; docs/operations.md says what each is for."""
