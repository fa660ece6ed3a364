"""`python -m ufo`, where the command `ufo` is not on the path."""

from ufo.cli.main import main

if __name__ == "__main__":
    main()
