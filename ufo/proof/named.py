"""Finds what a request names, so that the world is asked whether it is as it was: where it was to be left alone, that shows it;
where it was to be changed, another one was.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ufo.proof.request_names import Naming
from ufo.proof.tokens import hard_tokens

_MOST_FILES = 12


def named_literals(request: str, files: Iterable[Path]) -> tuple[str, ...]:
    """Return the hard tokens of the request, and the names of those files whose words it has ("minutes-july.txt" for "the July
    minutes"). `files`: those that there are.
    """
    naming = Naming(request)
    named = sorted(path.name for path in files if naming.has_each_word(path.stem))
    tokens = (token.text for token in hard_tokens(request))
    return tuple(dict.fromkeys((*tokens, *named[:_MOST_FILES])))
