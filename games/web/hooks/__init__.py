"""What mail providers call."""
