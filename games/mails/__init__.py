"""What mails say."""
