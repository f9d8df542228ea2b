# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="FileAddress")


@_attrs_define
class FileAddress:
    """
    Attributes:
        url (str):
        expires_in (int): Lifetime in seconds.
    """

    url: str
    expires_in: int

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        expires_in = self.expires_in

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "expires_in": expires_in,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        expires_in = d.pop("expires_in")

        file_address = cls(
            url=url,
            expires_in=expires_in,
        )

        return file_address
