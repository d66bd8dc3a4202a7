"""How the net that reads single faces learns: symbols, numerals and solids by chance, drawn flat and fast."""
