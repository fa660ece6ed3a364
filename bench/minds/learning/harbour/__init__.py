"""Ebbmaster, the program of an invented harbour office: no mind can know its words."""
