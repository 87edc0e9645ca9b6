"""Pictures in words: from a table to the message that shows it."""
