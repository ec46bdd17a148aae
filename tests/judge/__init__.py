"""A second, independent replay: the clauses of the rules in the most naive form, to compare the product with.

It shares nothing with the product but the words of the game (cards, actions) and the house rules.
"""

from tests.judge.session import judge
from tests.judge.verdict import Finding, HandVerdict, Verdict

__all__ = ["Finding", "HandVerdict", "Verdict", "judge"]
