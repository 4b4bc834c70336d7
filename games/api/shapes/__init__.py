"""The shapes of what programs send and get, for reading requests and for the schema.

Each file is for the endpoints in the file of the same name.
"""
