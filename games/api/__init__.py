"""The API for programs: the same matches, questions and receipts as the pages, as JSON."""
