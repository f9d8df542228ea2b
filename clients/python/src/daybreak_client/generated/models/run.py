# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Run")


@_attrs_define
class Run:
    """
    Attributes:
        id (str):
        name (str): Any characters but control characters and / \\ : # ? %
        model_id (str):
        created (str): ISO 8601, in UTC.
    """

    id: str
    name: str
    model_id: str
    created: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        model_id = self.model_id

        created = self.created

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "model_id": model_id,
                "created": created,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        model_id = d.pop("model_id")

        created = d.pop("created")

        run = cls(
            id=id,
            name=name,
            model_id=model_id,
            created=created,
        )

        return run
