"""How a table's shuffle becomes what a game deals, where that is more than a shoe. No discord here."""
