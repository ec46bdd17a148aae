"""An audit by several workers, processes of this machine or of many: the same findings as by one, in the same order."""

from pontoon_audit.workers.errors import WorkError

__all__ = ["WorkError"]
