"""Saved skills: verified runs that are done again without a model, with other values."""
