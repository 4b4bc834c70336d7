"""Tries the image with everything around it: `make image ARGS=try`. See docker/README.md for what is tried.

All of it runs in namespaces of its own: no port of this machine is used, and nothing outlives the trial.
"""
