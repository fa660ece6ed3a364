"""`python -m ufo`, where the command `ufo` is not on the path."""

from ufo.cli.entry import main

if __name__ == "__main__":
    main()
