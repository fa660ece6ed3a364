"""What `ufo` calls: a desktop that is looked at as the settings say, the words of controls, and the check of `ufo doctor`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ufo.config.sections import SeeingSections
from ufo.desktop.backend import Desktop
from ufo.schema.target import TREE_SOURCES
from ufo.vision.detectors import GroundingService
from ufo.vision.sight import SightExtension
from ufo_sight.check import check
from ufo_sight.detectors import DETECTORS, LazyDetector
from ufo_sight.eye import Eye
from ufo_sight.painted import painted_words
from ufo_sight.readers import Readers
from ufo_sight.scripts import scripts_of
from ufo_sight.sighted_desktop import SightedDesktop


def sighted(
    inner: Desktop,
    settings: SeeingSections,
    grounding: Sequence[GroundingService],
    environment: Mapping[str, str] | None,
) -> SightedDesktop:
    """Implements `ufo.vision.sight.Wrap`."""
    readers = Readers(() if environment is None else settings.sight.readers, environment or {})
    named = settings.system.control_backend
    overlap = settings.system.iou_threshold_for_merge
    best = ("omniparser", "vision") if settings.omniparser.endpoint else ("vision",)
    if named in (("auto",), ("hybrid",)):
        eye = Eye(grounding or [LazyDetector(name, settings) for name in best], overlap, first_only=True)
        always = True if named == ("hybrid",) else None
        # A detector that is a service of its own may read any script.
        scripts = None if grounding or len(best) > 1 else scripts_of(settings.sight.languages)
        return SightedDesktop(inner, eye, by_sight=always, overlap=overlap, scripts=scripts, readers=readers)
    chosen = [name for name in named if name in DETECTORS]
    eye = Eye(grounding or [LazyDetector(name, settings) for name in chosen], overlap)
    by_tree = bool(TREE_SOURCES & set(named))
    return SightedDesktop(inner, eye, by_tree=by_tree, by_sight=bool(chosen), overlap=overlap, readers=readers)


SIGHT = SightExtension(sighted, painted_words, check)
