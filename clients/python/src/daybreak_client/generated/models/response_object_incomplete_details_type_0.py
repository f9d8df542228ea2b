# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResponseObjectIncompleteDetailsType0")


@_attrs_define
class ResponseObjectIncompleteDetailsType0:
    """
    Attributes:
        reason (Literal['max_output_tokens']):
    """

    reason: Literal["max_output_tokens"]

    def to_dict(self) -> dict[str, Any]:
        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reason = cast(Literal["max_output_tokens"], d.pop("reason"))
        if reason != "max_output_tokens":
            raise ValueError(f"reason must match const 'max_output_tokens', got '{reason}'")

        response_object_incomplete_details_type_0 = cls(
            reason=reason,
        )

        return response_object_incomplete_details_type_0
