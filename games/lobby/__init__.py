"""A match before it begins: opened, filled, joined or given up."""
