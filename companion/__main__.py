"""`python -m companion` does what `companion` does."""

from companion.cli import main

main(prog_name="companion")
