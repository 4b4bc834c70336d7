"""What every room stands on: locks, the doorbell, limits, triggers, and how long one look may take."""
