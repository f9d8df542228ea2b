# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.response_usage_input_tokens_details import ResponseUsageInputTokensDetails
    from ..models.response_usage_output_tokens_details import ResponseUsageOutputTokensDetails


T = TypeVar("T", bound="ResponseUsage")


@_attrs_define
class ResponseUsage:
    """
    Attributes:
        input_tokens (int):
        input_tokens_details (ResponseUsageInputTokensDetails):
        output_tokens (int):
        output_tokens_details (ResponseUsageOutputTokensDetails):
        total_tokens (int):
    """

    input_tokens: int
    input_tokens_details: ResponseUsageInputTokensDetails
    output_tokens: int
    output_tokens_details: ResponseUsageOutputTokensDetails
    total_tokens: int

    def to_dict(self) -> dict[str, Any]:
        input_tokens = self.input_tokens

        input_tokens_details = self.input_tokens_details.to_dict()

        output_tokens = self.output_tokens

        output_tokens_details = self.output_tokens_details.to_dict()

        total_tokens = self.total_tokens

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "input_tokens": input_tokens,
                "input_tokens_details": input_tokens_details,
                "output_tokens": output_tokens,
                "output_tokens_details": output_tokens_details,
                "total_tokens": total_tokens,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.response_usage_input_tokens_details import ResponseUsageInputTokensDetails  # noqa: PLC0415
        from ..models.response_usage_output_tokens_details import ResponseUsageOutputTokensDetails  # noqa: PLC0415

        d = dict(src_dict)
        input_tokens = d.pop("input_tokens")

        input_tokens_details = ResponseUsageInputTokensDetails.from_dict(d.pop("input_tokens_details"))

        output_tokens = d.pop("output_tokens")

        output_tokens_details = ResponseUsageOutputTokensDetails.from_dict(d.pop("output_tokens_details"))

        total_tokens = d.pop("total_tokens")

        response_usage = cls(
            input_tokens=input_tokens,
            input_tokens_details=input_tokens_details,
            output_tokens=output_tokens,
            output_tokens_details=output_tokens_details,
            total_tokens=total_tokens,
        )

        return response_usage
