"""A buffer in the memory of another process. The messages of lists, trees and tabs take addresses there, and Windows carries
nothing to them.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, sizeof
from ctypes.wintypes import BOOL, DWORD
from types import TracebackType
from typing import Any, Self, TypeVar

from ufo.desktop.windows.api.functions import kernel32, user32
from ufo.desktop.windows.api.messages import ask
from ufo.desktop.windows.api.structures import copied, of_32_bits
from ufo.errors import NotActionable

_RIGHTS = 0x0008 | 0x0010 | 0x0020 | 0x1000
_COMMIT, _RELEASE, _READ_WRITE = 0x3000, 0x8000, 0x04
_TEXT_CHARS = 512
_STRUCTURE_BYTES = 256
_Filled = TypeVar("_Filled", bound=ctypes.Structure)


class RemoteMemory:
    """For one control at a time. The structures are those of 64-bit processes, and are carried over to a 32-bit one and back.
    Raises NotActionable where the control's process lets nobody in.
    """

    def __init__(self, control: int) -> None:
        self._control = control
        pid = DWORD()
        user32.GetWindowThreadProcessId(control, byref(pid))
        self._process = kernel32.OpenProcess(_RIGHTS, False, pid.value)
        is_32_bit = BOOL()
        if not self._process:
            raise NotActionable("its process may not be read: it runs with other rights than this program")
        kernel32.IsWow64Process(self._process, byref(is_32_bit))
        self._is_32_bit = bool(is_32_bit.value)
        self._address = self._allocated()
        if not self._address:
            kernel32.CloseHandle(self._process)
            raise NotActionable("its process gives no memory to others; work by sight")

    def _allocated(self) -> int:
        size = _STRUCTURE_BYTES + 2 * _TEXT_CHARS
        return kernel32.VirtualAllocEx(self._process, None, size, _COMMIT, _READ_WRITE) or 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        kernel32.VirtualFreeEx(self._process, self._address, 0, _RELEASE)
        kernel32.CloseHandle(self._process)

    def filled(self, message: int, first: int, structure: _Filled) -> tuple[int, _Filled]:
        """Send a message with a structure, and return the answer and the structure as the control left it."""
        kind = of_32_bits(type(structure)) if self._is_32_bit else type(structure)
        carried = copied(structure, kind)
        kernel32.WriteProcessMemory(self._process, self._address, byref(carried), sizeof(carried), None)
        answer = ask(self._control, message, first, self._address)
        kernel32.ReadProcessMemory(self._process, self._address, byref(carried), sizeof(carried), None)
        return answer, copied(carried, type(structure))

    def worded(self, message: int, first: int, structure: Any) -> str:
        """Send a message with a structure that has `text` and `length`, and return the text that the control gave for it."""
        structure.text, structure.length = self._address + _STRUCTURE_BYTES, _TEXT_CHARS
        _, told = self.filled(message, first, structure)
        buffer = ctypes.create_unicode_buffer(_TEXT_CHARS)
        # A control may answer with the address of a text of its own.
        kernel32.ReadProcessMemory(self._process, told.text, buffer, 2 * (_TEXT_CHARS - 1), None)
        return buffer.value
