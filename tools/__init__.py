"""Tools for whoever develops this: measuring, mutants, the browser for tests."""
