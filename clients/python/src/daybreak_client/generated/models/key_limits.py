# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="KeyLimits")


@_attrs_define
class KeyLimits:
    """Limits of one key, over all servers of a cluster. Exceeding one is a 429.

    Attributes:
        requests_in_flight (int):
        requests_per_second (int): On average; bursts of up to ten seconds' worth are accepted.
    """

    requests_in_flight: int
    requests_per_second: int

    def to_dict(self) -> dict[str, Any]:
        requests_in_flight = self.requests_in_flight

        requests_per_second = self.requests_per_second

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "requests_in_flight": requests_in_flight,
                "requests_per_second": requests_per_second,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        requests_in_flight = d.pop("requests_in_flight")

        requests_per_second = d.pop("requests_per_second")

        key_limits = cls(
            requests_in_flight=requests_in_flight,
            requests_per_second=requests_per_second,
        )

        return key_limits
