"""Problems that players flag: real disputes from the flag to the closing, by page and by mail."""
