"""The check of requests against Discord's description finds what Discord would refuse."""

from dataclasses import dataclass
from typing import Any

from tests.discord_api import problems


@dataclass
class Sent:
    method: str
    path: str
    json: Any = None


def text(content: str) -> dict[str, Any]:
    return {"components": [{"type": 10, "content": content}]}


def test_a_message_that_discord_accepts_has_no_problem() -> None:
    assert problems([Sent("POST", "/channels/5/messages", text("A table."))]) == []


def test_a_text_that_is_too_long_is_named_with_its_place() -> None:
    (problem,) = problems([Sent("PATCH", "/channels/5/messages/7", text("x" * 4_001))])
    assert problem.startswith("PATCH /channels/{channel_id}/messages/{message_id}: components/0/content:")


def test_a_route_that_discord_does_not_have_is_a_problem() -> None:
    assert problems([Sent("GET", "/channels/5/nonsense")]) == ["GET /channels/5/nonsense: no such route"]
