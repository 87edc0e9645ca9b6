"""Checks what the bot sends against Discord's own description of its API, openapi.json next to this file.

Compiled validators check thousands of requests; only a wrong request is explained by the slower library, which finds
the part of the body that is to blame.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import jsonschema
import jsonschema_rs
from jsonschema.exceptions import best_match

DESCRIPTION = Path(__file__).with_name("openapi.json")
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


class Request(Protocol):
    """A request as SimCord records it; `path` is the part after `/api/v10`, `json` is None without a body."""

    method: str
    path: str
    json: Any


@functools.cache
def _description() -> dict[str, Any]:
    return json.loads(DESCRIPTION.read_text(encoding="utf-8"))


@functools.cache
def _routes() -> list[tuple[str, re.Pattern[str], str]]:
    """Each route's method, pattern and template; those with the fewest parameters come first."""
    templates = sorted(_description()["paths"], key=lambda template: template.count("{"))
    return [
        (method.upper(), re.compile(re.sub(r"\\\{[^/]+?\\\}", "[^/]+", re.escape(template))), template)
        for template in templates
        for method in _description()["paths"][template]
        if method.upper() in METHODS
    ]


@functools.cache
def _route(method: str, path: str) -> str | None:
    return next((template for name, pattern, template in _routes() if name == method and pattern.fullmatch(path)), None)


@functools.cache
def _schema(method: str, template: str) -> dict[str, Any] | None:
    operation = _description()["paths"][template][method.lower()]
    content = operation.get("requestBody", {}).get("content", {})
    media = content.get("application/json") or content.get("multipart/form-data")
    if media is None:
        return None
    return {**media["schema"], "components": _description()["components"]}


@functools.cache
def _is_valid(method: str, template: str) -> Callable[[Any], bool]:
    schema = _schema(method, template)
    return (lambda _body: True) if schema is None else jsonschema_rs.Draft202012Validator(schema).is_valid


def _fault(method: str, template: str, body: Any) -> str:
    error = best_match(jsonschema.Draft202012Validator(_schema(method, template)).iter_errors(body))
    assert error is not None, "the two libraries disagree"
    where = "/".join(map(str, error.absolute_path)) or "body"
    return f"{method} {template}: {where}: {error.message[:300]}"


def problems(requests: Iterable[Request]) -> list[str]:
    """A line for each request that Discord's description doesn't allow, including requests to unknown routes."""
    found = []
    for request in requests:
        method, path = request.method.upper(), request.path.split("?")[0]
        template = _route(method, path)
        if template is None:
            found.append(f"{method} {path}: no such route")
        elif request.json is not None and not _is_valid(method, template)(request.json):
            found.append(_fault(method, template, request.json))
    return found
