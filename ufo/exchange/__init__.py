"""Shares what was learned as plain files."""
