# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageThinkingBlock")


@_attrs_define
class MessageThinkingBlock:
    """
    Attributes:
        type_ (Literal['thinking']):
        thinking (str):
        signature (str): Not a real signature. Clients return only thinking blocks that have one.
    """

    type_: Literal["thinking"]
    thinking: str
    signature: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        thinking = self.thinking

        signature = self.signature

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "thinking": thinking,
                "signature": signature,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["thinking"], d.pop("type"))
        if type_ != "thinking":
            raise ValueError(f"type must match const 'thinking', got '{type_}'")

        thinking = d.pop("thinking")

        signature = d.pop("signature")

        message_thinking_block = cls(
            type_=type_,
            thinking=thinking,
            signature=signature,
        )

        return message_thinking_block
