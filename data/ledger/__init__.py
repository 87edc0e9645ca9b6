"""Every chip: accounts and postings, and everything that follows from them."""
