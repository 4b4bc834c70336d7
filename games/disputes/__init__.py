"""Problems that players flag, and what moderators do."""
