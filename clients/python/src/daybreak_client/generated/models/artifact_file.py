# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ArtifactFile")


@_attrs_define
class ArtifactFile:
    """
    Attributes:
        name (str): A file name. A W&B client may upload a path with slashes, or with characters that a `FileName`
            cannot have; such a file is downloaded with a W&B client.
        bytes_ (int):
        sha256 (str): In hexadecimal.
    """

    name: str
    bytes_: int
    sha256: str

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        bytes_ = self.bytes_

        sha256 = self.sha256

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "bytes": bytes_,
                "sha256": sha256,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        bytes_ = d.pop("bytes")

        sha256 = d.pop("sha256")

        artifact_file = cls(
            name=name,
            bytes_=bytes_,
            sha256=sha256,
        )

        return artifact_file
