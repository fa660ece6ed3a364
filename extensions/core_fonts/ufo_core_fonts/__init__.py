"""Terminals in the X server's own fonts, read letter by letter: an extension of ufo."""
