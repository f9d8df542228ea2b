# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="DiskSpace")


@_attrs_define
class DiskSpace:
    """The disk that holds the data folder.

    Attributes:
        total_bytes (int):
        free_bytes (int):
        reserve_bytes (int):
    """

    total_bytes: int
    free_bytes: int
    reserve_bytes: int

    def to_dict(self) -> dict[str, Any]:
        total_bytes = self.total_bytes

        free_bytes = self.free_bytes

        reserve_bytes = self.reserve_bytes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "total_bytes": total_bytes,
                "free_bytes": free_bytes,
                "reserve_bytes": reserve_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total_bytes = d.pop("total_bytes")

        free_bytes = d.pop("free_bytes")

        reserve_bytes = d.pop("reserve_bytes")

        disk_space = cls(
            total_bytes=total_bytes,
            free_bytes=free_bytes,
            reserve_bytes=reserve_bytes,
        )

        return disk_space
