"""The code that runs in the system Python (3.10 and newer). It uses only the standard library and `uno`."""
