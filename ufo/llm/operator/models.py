"""The names of models with computer use, and what follows from a name."""

from __future__ import annotations

import re

KINDS = ("openai", "anthropic")
FORMS = "openai:computer-use-preview, another openai:NAME with the tool `computer`, or anthropic:NAME"

_ALIASES = {"openai-responses": "openai"}
_FIRST_TOOL = re.compile(
    r"claude-3|(?:sonnet|opus)-4(?:-0|-1|-20\d{6})?(?:-20\d{6})?$|(?:sonnet|haiku)-4-5|opus-4-1|sonnet-4@|opus-4@"
)


def kind_and_name(model: str) -> tuple[str, str]:
    """Return the provider and the model of a name in the settings."""
    kind, _, name = model.strip().partition(":")
    return _ALIASES.get(kind, kind), name.strip()


def is_preview(name: str) -> bool:
    """Tell whether an OpenAI model has the older tool, which is told the size of its pictures."""
    return name.startswith("computer-use-preview")


def anthropic_version(name: str) -> str:
    """Return the date of the computer tool that a Claude model has, as in `computer_20250124`. Models that are not known yet
    are newer than those that are.
    """
    return "20250124" if _FIRST_TOOL.search(name) else "20251124"
