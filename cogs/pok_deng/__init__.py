"""Pok Deng on Discord."""
