"""Tests of the project, importable so that they can share a judge and a generator."""
