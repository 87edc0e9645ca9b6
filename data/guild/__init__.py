"""What belongs to a server as a whole: its settings, and what goes when a member or the server itself is forgotten."""
