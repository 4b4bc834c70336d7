"""What pages are made of: each part of a page as a template draws it, and what its forms send, read back."""
