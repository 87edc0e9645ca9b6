"""Blackjack on Discord."""
