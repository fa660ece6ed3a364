"""Tests of what verified runs teach."""
