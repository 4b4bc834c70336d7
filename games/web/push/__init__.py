"""Installing the site on a device, and what its push notifications report."""
