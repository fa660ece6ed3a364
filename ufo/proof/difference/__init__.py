"""The difference of the world between the beginning and the end of a run, told by code as facts (design.md §11)."""

from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.manifest import Kept, read_manifest
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.watched import Watched
from ufo.proof.difference.world import WorldBefore

__all__ = ["Kept", "KeptFiles", "OwnWrites", "Watched", "WorldBefore", "read_manifest"]
