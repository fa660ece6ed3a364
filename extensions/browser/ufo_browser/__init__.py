"""Pages of Chromium over DevTools: an extension of ufo."""
