"""People: accounts and addresses, blocks and suspensions, notification settings, and deleting it all."""
