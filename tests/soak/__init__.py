"""An hour of the whole site: `make soak`. Two hundred matches, by every door, with kills in between.

Real PostgreSQL, broker, web servers, workers, beat and mail server on loopback. Scripted people read their
emails, follow links, fill in pages, reply, and let programs play; meanwhile processes are killed outright. At
the end every promise that can be seen from outside is checked, and how memory went.
"""
