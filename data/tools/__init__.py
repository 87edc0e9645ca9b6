"""What the programs beside the bot hold the database against."""
