"""Measures this project beside others that do something like it, in one run: `python -m tools.peers`.

The others live in an environment of their own in `var/peers/`, which the first run makes; nothing of it is in
the project's lock files. See docs/benchmarks.md.
"""
