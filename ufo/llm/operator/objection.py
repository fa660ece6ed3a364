"""What is wrong with a model's call, in words that go back to the model."""

from __future__ import annotations


class Objection(ValueError):
    pass
