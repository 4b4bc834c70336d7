"""What finished matches tell: results, answer times, ratings, standings and statistics."""
