"""Finished hands for those who may see them: as data for a page, and as files other programs read."""
