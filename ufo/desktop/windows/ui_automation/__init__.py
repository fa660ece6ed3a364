"""COM is set to many threads before comtypes is imported, which sets up the thread that imports it: one that is set up for
windows would have to pass on messages for as long as it lives, and an event loop does not.
"""

import sys

sys.coinit_flags = 0  # type: ignore[attr-defined]
