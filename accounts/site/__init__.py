"""The site as a whole: texts, banner, closed for maintenance."""
