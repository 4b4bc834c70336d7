"""The commands of `python -m games.rules`, one module each, and the stand-alone verifier."""
