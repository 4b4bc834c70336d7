"""A site on seven hosts whose network, hosts and clocks fail: `make scale`."""
