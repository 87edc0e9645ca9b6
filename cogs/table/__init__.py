"""Tables on Discord: their message, their private panels, and how a press finds its table."""
