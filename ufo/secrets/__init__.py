"""Keeps a person's secrets: their names and sources, the applications that may have them, and the masks over what is logged."""
