"""Finding: where in a picture the top faces of dice lie, of whatever form, and what form they have."""
