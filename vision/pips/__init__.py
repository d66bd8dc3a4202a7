"""Dice with pips: pips are counted, two nets look; what all three say is one vote, and may be contested."""
