"""What managers did, told in a log channel."""
