"""What runs in the system Python (3.10 and newer): standard library and `uno` only."""
