"""Saved skills: verified runs that are repeated without a model, with other values."""
