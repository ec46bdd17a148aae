"""The small sample logs with one fault each, made from the examples on the rules' pages.

python -m pontoon_audit.rules.samples      # writes pontoon_audit/sample_logs/faults anew
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pontoon_audit.output.pages import page
from pontoon_audit.rules.catalogue import CATALOGUE, Rule
from pontoon_audit.rules.examples import BREAKS, examples

FOLDER = Path(__file__).resolve().parents[1] / "sample_logs" / "faults"
LINE: Final = 110


def samples() -> dict[str, str]:
    """File name -> text of the sample log, of every finding whose page has an example that breaks it."""
    return {rule.name.replace("/", "-") + ".json": text for rule in CATALOGUE if (text := _sample(rule)) is not None}


def _sample(rule: Rule) -> str | None:
    for example in examples(page(rule.name) or ""):
        if example.heading == BREAKS:
            made = example.document()
            head = {"format": made.pop("format"), "session": rule.name.replace("/", "-"), "note": rule.summary}
            expected = [{"finding": name, "event": event} for name, event in example.expected()]
            return readable(head | {"expected": expected} | made)
    return None


def readable(document: dict[str, Any]) -> str:
    """A document of the log format as JSON with one event a line.

    >>> deal = {"deal": 1, "events": [{"action": "cut"}, {"action": "void"}]}
    >>> print(readable({"session": "s", "deals": [deal]}), end="")
    {
      "session": "s",
      "deals": [
        {"deal": 1, "events": [
          {"action": "cut"},
          {"action": "void"}
        ]}
      ]
    }
    """
    fields = [f"  {_json(name)}: {_field(value)}" for name, value in document.items() if name != "deals"]
    deals = ",\n".join(_deal(deal) for deal in document["deals"])
    return "{\n" + ",\n".join([*fields, f'  "deals": [\n{deals}\n  ]']) + "\n}\n"


def _field(value: object) -> str:
    """A field of the document on one line; a list that is too long for it an item a line."""
    line = _json(value)
    if not isinstance(value, list) or len(line) <= LINE:
        return line
    return "[\n" + ",\n".join(f"    {_json(item)}" for item in value) + "\n  ]"


def _deal(deal: dict[str, Any]) -> str:
    fields = "".join(f"{_json(name)}: {_json(value)}, " for name, value in deal.items() if name != "events")
    events = ",\n".join(f"      {_json(event)}" for event in deal["events"])
    return f'    {{{fields}"events": [\n{events}\n    ]}}'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write() -> None:
    """Writes every sample, and removes those whose finding is gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = samples()
    for file in FOLDER.glob("*.json"):
        if file.name not in texts:
            file.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
