"""What providers have in common that ask another one."""

from __future__ import annotations

from ufo.llm.provider import Provider


class Wrapper:
    """Has the name and the eyes of the provider that it asks, and closes it. What it says to a turn, `complete`, is its own."""

    def __init__(self, inner: Provider) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def sees_pictures(self) -> bool:
        return self._inner.sees_pictures

    async def close(self) -> None:
        await self._inner.close()
