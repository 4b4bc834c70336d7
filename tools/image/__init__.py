"""The image of the site without Docker: built with buildah, and tried with everything around it.

`make image` builds it; `make image ARGS=try` tries it (docker/README.md says what that does).
"""
