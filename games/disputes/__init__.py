"""Problems that players report, and what moderators do."""
