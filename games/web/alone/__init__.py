"""What one person plays alone against robots: guided first matches, and the daily mine."""
