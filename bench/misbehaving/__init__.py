"""Owned applications that misbehave on command, and the trials of whether effects are told truly."""
