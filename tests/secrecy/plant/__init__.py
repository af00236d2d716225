"""An app of the tests' own that makes a launched room talkative and its players quick."""
