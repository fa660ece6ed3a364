"""Plays a recorded run again and says where the world differs."""
