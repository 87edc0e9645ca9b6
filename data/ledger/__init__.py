"""Every chip: accounts and postings, and all that is told from them."""
