"""Dice with symbols or numerals, and tokens: what lies on a face, and which of the known faces that is."""
