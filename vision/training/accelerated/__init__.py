"""Going on with the nets for top faces on an accelerator, that cuts its pieces itself: many more."""
