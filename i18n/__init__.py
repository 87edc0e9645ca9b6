"""Sentences, numbers and lists in the language of their reader. No Discord."""
