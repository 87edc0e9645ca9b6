"""What managers did in a server, told in a channel of its own."""
