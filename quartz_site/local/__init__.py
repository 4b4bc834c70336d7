"""What a developer's machine needs and a production image doesn't: set-up, servers, `make run`."""
