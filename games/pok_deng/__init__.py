"""Pok Deng as live casinos deal it: two cards a hand, no third, five Players against the Banker, who is the house."""

from games.pok_deng.hands import Hand, Pattern, Value, pattern, value

__all__ = ["Hand", "Pattern", "Value", "pattern", "value"]
