"""What members have achieved: a private list, and what they choose to show."""
