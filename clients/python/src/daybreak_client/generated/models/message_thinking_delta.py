# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageThinkingDelta")


@_attrs_define
class MessageThinkingDelta:
    """
    Attributes:
        type_ (Literal['thinking_delta']):
        thinking (str):
    """

    type_: Literal["thinking_delta"]
    thinking: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        thinking = self.thinking

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "thinking": thinking,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["thinking_delta"], d.pop("type"))
        if type_ != "thinking_delta":
            raise ValueError(f"type must match const 'thinking_delta', got '{type_}'")

        thinking = d.pop("thinking")

        message_thinking_delta = cls(
            type_=type_,
            thinking=thinking,
        )

        return message_thinking_delta
