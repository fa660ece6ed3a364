"""GIMP, media players and media files: an extension of ufo."""
