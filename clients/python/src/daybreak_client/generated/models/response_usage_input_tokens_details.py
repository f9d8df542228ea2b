# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResponseUsageInputTokensDetails")


@_attrs_define
class ResponseUsageInputTokensDetails:
    """
    Attributes:
        cached_tokens (int):
        cache_write_tokens (int): Always 0, as writing to the cache is not charged.
    """

    cached_tokens: int
    cache_write_tokens: int

    def to_dict(self) -> dict[str, Any]:
        cached_tokens = self.cached_tokens

        cache_write_tokens = self.cache_write_tokens

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "cached_tokens": cached_tokens,
                "cache_write_tokens": cache_write_tokens,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cached_tokens = d.pop("cached_tokens")

        cache_write_tokens = d.pop("cache_write_tokens")

        response_usage_input_tokens_details = cls(
            cached_tokens=cached_tokens,
            cache_write_tokens=cache_write_tokens,
        )

        return response_usage_input_tokens_details
