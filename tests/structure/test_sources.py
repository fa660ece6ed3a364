"""Sources are parsed while the collector waits."""

from __future__ import annotations

import traceback

from tests.sources import tree_of


class _TracebackAtItsEnd:
    """What formats a traceback, and so parses, when the collector takes it."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        try:
            raise ValueError
        except ValueError as error:
            traceback.format_exception(error)


def test_a_finalizer_that_parses_does_not_end_the_parse_of_a_source() -> None:
    source = "\n".join(f"def f{n}(a, b=[{n}]):\n    return {{a: [b, ({n}, -{n})]}}" for n in range(300))
    for _ in range(20):
        _TracebackAtItsEnd()
        assert len(tree_of(source).body) == 300
