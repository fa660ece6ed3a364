"""Sets properties of a document, each by what writes it in the application. One call is one undo step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from .calc import cell_properties, sheet_pages, validation, view
from .connection import Shown
from .impress import shapes, slide_looks, slide_sizes
from .property_table import Place, groups_of, told_together
from .undo import one_step
from .writer import formats, pages

_Setter = Callable[[Shown, Mapping[str, str], Place], dict[str, Any]]
_SETTERS: dict[str, dict[str, _Setter]] = {
    "writer": {"look": formats.set_looks, "page": pages.set_page, "band": pages.set_bands},
    "calc": {
        "merge": cell_properties.set_merged, "look": cell_properties.set_looks, "comment": cell_properties.set_comment,
        "validation": validation.set_validation, "name": cell_properties.set_name, "view": view.set_view,
        "page": sheet_pages.set_page, "protection": cell_properties.set_protection,
    },
    "impress": {
        "look": slide_looks.set_looks, "slide": slide_looks.set_slides, "master": slide_looks.set_master,
        "shape": shapes.set_shape, "size": slide_sizes.set_size,
    },
}  # fmt: skip
_STEPS_OF_ITS_OWN = frozenset({("impress", "size")})
"""Which LibreOffice 7.4 cannot undo within a group of steps."""


def set_properties(
    shown: Shown, application: str, properties: Mapping[str, str], place: Mapping[str, Any]
) -> dict[str, Any]:
    """Set properties, whose values are in their one spelling, at a place. The result has what each writer tells."""
    wanted = groups_of(application, properties)
    together = len(wanted) > 1 and not _STEPS_OF_ITS_OWN & {(application, group) for group in wanted}
    with one_step(shown.document, "Set properties") if together else nullcontext():
        done = [_SETTERS[application][group](shown, values, Place(**place)) for group, values in wanted.items()]
    return told_together(done)
