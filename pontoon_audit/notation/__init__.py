"""Deals in short text, written and read: statements for tests and rule pages, a whole deal on one line for people."""
