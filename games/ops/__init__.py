"""What hosts do, and what runs by itself."""
