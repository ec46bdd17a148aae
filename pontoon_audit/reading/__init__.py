"""Reading: any file shape into sessions of events. What is faulty is set aside with its place; no play is judged."""

from pontoon_audit.reading.document import read_document
from pontoon_audit.reading.errors import NoSuchInput, Unreadable
from pontoon_audit.reading.find import find_logs
from pontoon_audit.reading.log import INPUT_FORMATS, read_log
from pontoon_audit.reading.rules_file import read_rules

__all__ = ["INPUT_FORMATS", "NoSuchInput", "Unreadable", "find_logs", "read_document", "read_log", "read_rules"]
