"""Applications in memory for tests and demonstrations: declare them with `spec`, break them with `faults`."""

from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.spec import AppSpec, Handler, Widget, WindowSpec

__all__ = ["AppSpec", "FakeDesktop", "Handler", "RunningApp", "Widget", "WindowSpec"]
