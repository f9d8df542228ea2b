# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RepetitionDetection")


@_attrs_define
class RepetitionDetection:
    """Stop when the last tokens of the answer are `min_count` copies of one pattern.

    Attributes:
        max_pattern_size (int | None | Unset): 0 turns detection off.
        min_pattern_size (int | None | Unset):
        min_count (int | None | Unset): At least 2.
    """

    max_pattern_size: int | None | Unset = UNSET
    min_pattern_size: int | None | Unset = UNSET
    min_count: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        max_pattern_size: int | None | Unset
        if isinstance(self.max_pattern_size, Unset):
            max_pattern_size = UNSET
        else:
            max_pattern_size = self.max_pattern_size

        min_pattern_size: int | None | Unset
        if isinstance(self.min_pattern_size, Unset):
            min_pattern_size = UNSET
        else:
            min_pattern_size = self.min_pattern_size

        min_count: int | None | Unset
        if isinstance(self.min_count, Unset):
            min_count = UNSET
        else:
            min_count = self.min_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if max_pattern_size is not UNSET:
            field_dict["max_pattern_size"] = max_pattern_size
        if min_pattern_size is not UNSET:
            field_dict["min_pattern_size"] = min_pattern_size
        if min_count is not UNSET:
            field_dict["min_count"] = min_count

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_max_pattern_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_pattern_size = _parse_max_pattern_size(d.pop("max_pattern_size", UNSET))

        def _parse_min_pattern_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        min_pattern_size = _parse_min_pattern_size(d.pop("min_pattern_size", UNSET))

        def _parse_min_count(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        min_count = _parse_min_count(d.pop("min_count", UNSET))

        repetition_detection = cls(
            max_pattern_size=max_pattern_size,
            min_pattern_size=min_pattern_size,
            min_count=min_count,
        )

        repetition_detection.additional_properties = d
        return repetition_detection

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
