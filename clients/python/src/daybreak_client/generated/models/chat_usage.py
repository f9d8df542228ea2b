# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_usage_completion_tokens_details import ChatUsageCompletionTokensDetails
    from ..models.chat_usage_prompt_tokens_details import ChatUsagePromptTokensDetails


T = TypeVar("T", bound="ChatUsage")


@_attrs_define
class ChatUsage:
    """
    Attributes:
        prompt_tokens (int):
        total_tokens (int):
        completion_tokens (int):
        prompt_tokens_details (ChatUsagePromptTokensDetails):
        completion_tokens_details (ChatUsageCompletionTokensDetails | Unset):
    """

    prompt_tokens: int
    total_tokens: int
    completion_tokens: int
    prompt_tokens_details: ChatUsagePromptTokensDetails
    completion_tokens_details: ChatUsageCompletionTokensDetails | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        prompt_tokens = self.prompt_tokens

        total_tokens = self.total_tokens

        completion_tokens = self.completion_tokens

        prompt_tokens_details = self.prompt_tokens_details.to_dict()

        completion_tokens_details: dict[str, Any] | Unset = UNSET
        if not isinstance(self.completion_tokens_details, Unset):
            completion_tokens_details = self.completion_tokens_details.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "prompt_tokens": prompt_tokens,
                "total_tokens": total_tokens,
                "completion_tokens": completion_tokens,
                "prompt_tokens_details": prompt_tokens_details,
            }
        )
        if completion_tokens_details is not UNSET:
            field_dict["completion_tokens_details"] = completion_tokens_details

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_usage_completion_tokens_details import ChatUsageCompletionTokensDetails  # noqa: PLC0415
        from ..models.chat_usage_prompt_tokens_details import ChatUsagePromptTokensDetails  # noqa: PLC0415

        d = dict(src_dict)
        prompt_tokens = d.pop("prompt_tokens")

        total_tokens = d.pop("total_tokens")

        completion_tokens = d.pop("completion_tokens")

        prompt_tokens_details = ChatUsagePromptTokensDetails.from_dict(d.pop("prompt_tokens_details"))

        _completion_tokens_details = d.pop("completion_tokens_details", UNSET)
        completion_tokens_details: ChatUsageCompletionTokensDetails | Unset
        if isinstance(_completion_tokens_details, Unset):
            completion_tokens_details = UNSET
        else:
            completion_tokens_details = ChatUsageCompletionTokensDetails.from_dict(_completion_tokens_details)

        chat_usage = cls(
            prompt_tokens=prompt_tokens,
            total_tokens=total_tokens,
            completion_tokens=completion_tokens,
            prompt_tokens_details=prompt_tokens_details,
            completion_tokens_details=completion_tokens_details,
        )

        return chat_usage
