"""What is kept about somebody, and its deletion."""
