# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="DeletedCheckpoints")


@_attrs_define
class DeletedCheckpoints:
    """
    Attributes:
        deleted_count (int):
        not_found_steps (list[int]):
    """

    deleted_count: int
    not_found_steps: list[int]

    def to_dict(self) -> dict[str, Any]:
        deleted_count = self.deleted_count

        not_found_steps = self.not_found_steps

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "deleted_count": deleted_count,
                "not_found_steps": not_found_steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        deleted_count = d.pop("deleted_count")

        not_found_steps = cast(list[int], d.pop("not_found_steps"))

        deleted_checkpoints = cls(
            deleted_count=deleted_count,
            not_found_steps=not_found_steps,
        )

        return deleted_checkpoints
