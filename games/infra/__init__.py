"""What every room builds on: locks, the doorbell, limits, triggers, and time budgets."""
