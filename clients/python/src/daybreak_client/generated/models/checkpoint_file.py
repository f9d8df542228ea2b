# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.adapter_file_name import AdapterFileName, check_adapter_file_name

T = TypeVar("T", bound="CheckpointFile")


@_attrs_define
class CheckpointFile:
    """
    Attributes:
        name (AdapterFileName):
        bytes_ (int):
    """

    name: AdapterFileName
    bytes_: int

    def to_dict(self) -> dict[str, Any]:
        name: str = self.name

        bytes_ = self.bytes_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "bytes": bytes_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = check_adapter_file_name(d.pop("name"))

        bytes_ = d.pop("bytes")

        checkpoint_file = cls(
            name=name,
            bytes_=bytes_,
        )

        return checkpoint_file
