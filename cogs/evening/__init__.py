"""The club evening of a server, once a week."""
