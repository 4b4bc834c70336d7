"""People: accounts and addresses, blocks and suspensions, what they are told, and going for good."""
