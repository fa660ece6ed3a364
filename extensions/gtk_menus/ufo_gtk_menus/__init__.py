"""Menus that GTK programs carry as resources: an extension of ufo."""
