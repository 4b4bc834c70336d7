"""How pages, boards and emails are rendered: Jinja2, and what templates may call."""
