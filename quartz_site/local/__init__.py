"""What a developer's machine needs and a production image does not: set-up, servers, `make run`."""
