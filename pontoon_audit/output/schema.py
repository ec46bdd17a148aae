"""The findings document as models, only to publish its JSON Schema; writing it goes without them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

Count = Annotated[int, Field(ge=0)]
MoneyText = Annotated[str, Field(pattern=r"^-?[0-9]+\.[0-9]{2}$", description="exact, with two decimals")]
Place = Annotated[int, Field(ge=1)]
Name = Annotated[str, Field(pattern=r"^[a-z]+/[a-z0-9-]+$")]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Tool(_Shape):
    """What wrote the document."""

    name: Literal["pontoon-audit"]
    version: str


class Source(_Shape):
    """A file that was read."""

    path: str = Field(description="as it was named, or as it was found in a folder; - is standard input")
    sha256: str = Field(pattern="^[0-9a-f]{64}$", description="of its bytes as stored, still compressed")
    sessions: Count
    deals: Count
    events: Count


class Summary(_Shape):
    """Sums over everything that was read."""

    sessions: Count
    deals: Count
    hands: Count
    events: Count = Field(description="every event, records set aside included")
    rejected: Count = Field(description="how many of the events are records set aside")
    error: Count
    warning: Count
    info: Count
    settled: MoneyText = Field(description="absolute amounts recorded, over hands where recorded and due are known")
    due: MoneyText = Field(description="absolute amounts due, over the same hands")
    difference: MoneyText = Field(description="the sum of |due - recorded| over the same hands")


class Coverage(_Shape):
    """How often a rule was asked, and with what outcome."""

    kept: Count
    broken: Count
    not_decidable: Count = Field(description="something the rule needs is not known")
    held_back: Count = Field(description="broken, but only in consequence of a fault already reported")


class FindingShape(_Shape):
    """A rule that was broken or could not be judged, with its place."""

    model_config = ConfigDict(extra="forbid", title="Finding")

    finding: Name
    severity: Literal["error", "warning", "info"]
    clause: str | None = Field(description="the clause of the rules, such as 4.2")
    session: str | None
    deal: Place | None
    event: Place | None = Field(description="counts the session's events from 1, as they stand after reading")
    player: str | None
    hand: Place | None
    message: str
    recorded: str | None = Field(description="what the log says")
    allowed: str | None = Field(description="what the rule says")
    money: MoneyText | None = Field(description="what the finding changes in the player's favour: due less recorded")
    path: str | None
    line: Place | None
    pointer: str | None = Field(description="a JSON Pointer, in JSON documents only")


class Document(_Shape):
    """What `pontoon-audit audit --format json` writes."""

    model_config = ConfigDict(extra="forbid", title="Findings of an audit of Pontoon logs")

    format: Literal["pontoon-findings/1"]
    tool: Tool
    sources: list[Source]
    summary: Summary
    coverage: dict[Name, Coverage] = Field(description="by the name of the finding, sorted")
    findings: list[FindingShape] = Field(description="by session as read, event (null last), name, player, hand")


def findings_schema() -> dict[str, Any]:
    """The JSON Schema of the findings document."""
    return {"$schema": GenerateJsonSchema.schema_dialect} | Document.model_json_schema(mode="serialization")
