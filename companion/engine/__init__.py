"""The engine: questions, referee, journal and views. It knows no game by name."""
