"""Settling up: from balances to payments, in the fewest there can be. Money in whole minor units throughout."""

from pontoon_audit.settling.accounts import SessionAccounts, session_accounts
from pontoon_audit.settling.coins import in_coins
from pontoon_audit.settling.fewest import Payment, Payments, fewest_payments
from pontoon_audit.settling.plan import Choice, LeftOut, Plan, SettlingError, plans, settle_up
from pontoon_audit.settling.through import payments_through

__all__ = [
    "Choice",
    "LeftOut",
    "Payment",
    "Payments",
    "Plan",
    "SessionAccounts",
    "SettlingError",
    "fewest_payments",
    "in_coins",
    "payments_through",
    "plans",
    "session_accounts",
    "settle_up",
]
