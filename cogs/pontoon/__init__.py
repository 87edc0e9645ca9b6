"""Pontoon on Discord."""
