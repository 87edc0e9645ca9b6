"""Members' own chips."""
