# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResponseUsageOutputTokensDetails")


@_attrs_define
class ResponseUsageOutputTokensDetails:
    """
    Attributes:
        reasoning_tokens (int):
    """

    reasoning_tokens: int

    def to_dict(self) -> dict[str, Any]:
        reasoning_tokens = self.reasoning_tokens

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "reasoning_tokens": reasoning_tokens,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reasoning_tokens = d.pop("reasoning_tokens")

        response_usage_output_tokens_details = cls(
            reasoning_tokens=reasoning_tokens,
        )

        return response_usage_output_tokens_details
