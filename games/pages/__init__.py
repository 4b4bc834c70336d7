"""What pages are made of: from questions, views and events to things a template can draw, and back."""
