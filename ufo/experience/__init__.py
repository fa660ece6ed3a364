"""Experience: what worked in verified runs, kept for later requests."""
