"""High Card, a whole game as a test: what docs/add-a-game.md builds, played through the bot by test_high_card.py."""
