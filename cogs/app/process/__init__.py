"""How the bot runs: its logs, its commands on Discord, its limits, and its garbage."""
