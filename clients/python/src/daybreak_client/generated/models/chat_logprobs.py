# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.chat_token_logprob import ChatTokenLogprob


T = TypeVar("T", bound="ChatLogprobs")


@_attrs_define
class ChatLogprobs:
    """
    Attributes:
        content (list[ChatTokenLogprob]): One for each generated token, including the stop token.
    """

    content: list[ChatTokenLogprob]

    def to_dict(self) -> dict[str, Any]:
        content = []
        for content_item_data in self.content:
            content_item = content_item_data.to_dict()
            content.append(content_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "content": content,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_token_logprob import ChatTokenLogprob  # noqa: PLC0415

        d = dict(src_dict)
        content = []
        _content = d.pop("content")
        for content_item_data in _content:
            content_item = ChatTokenLogprob.from_dict(content_item_data)

            content.append(content_item)

        chat_logprobs = cls(
            content=content,
        )

        return chat_logprobs
