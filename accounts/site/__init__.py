"""Site-wide: texts, banner, maintenance."""
