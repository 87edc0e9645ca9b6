"""What managers of a server do with its chips: by hand, and by looking into its ledger."""
