"""What emails say."""
