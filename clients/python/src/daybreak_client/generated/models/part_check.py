# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="PartCheck")


@_attrs_define
class PartCheck:
    """
    Attributes:
        success (bool):
        duration (float): Duration of the check in seconds.
        errors (list[str]):
    """

    success: bool
    duration: float
    errors: list[str]

    def to_dict(self) -> dict[str, Any]:
        success = self.success

        duration = self.duration

        errors = self.errors

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "success": success,
                "duration": duration,
                "errors": errors,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        success = d.pop("success")

        duration = d.pop("duration")

        errors = cast(list[str], d.pop("errors"))

        part_check = cls(
            success=success,
            duration=duration,
            errors=errors,
        )

        return part_check
