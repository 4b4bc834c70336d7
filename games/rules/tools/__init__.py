"""The commands of `python -m games.rules`, one module each, and the verifier that stands alone."""
