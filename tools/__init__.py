"""Tools for developers: benchmarks, mutants, the browser for tests."""
