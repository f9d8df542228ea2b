"""Converts request fields to JSON: dicts and lists, with objects of the generated classes anywhere inside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .generated.types import Unset


class Body(dict[str, Any]):
    """JSON body used in place of a generated request class. Unset fields are omitted."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__({key: plain(value) for key, value in fields.items() if not isinstance(value, Unset)})

    def to_dict(self) -> dict[str, Any]:
        return dict(self)


def plain(value: Any) -> Any:
    if hasattr(value, 'to_dict'):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value
