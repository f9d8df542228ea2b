# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Load")


@_attrs_define
class Load:
    """
    Attributes:
        server_load (int):
    """

    server_load: int

    def to_dict(self) -> dict[str, Any]:
        server_load = self.server_load

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "server_load": server_load,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        server_load = d.pop("server_load")

        load = cls(
            server_load=server_load,
        )

        return load
