# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageTextDelta")


@_attrs_define
class MessageTextDelta:
    """
    Attributes:
        type_ (Literal['text_delta']):
        text (str):
    """

    type_: Literal["text_delta"]
    text: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        text = self.text

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["text_delta"], d.pop("type"))
        if type_ != "text_delta":
            raise ValueError(f"type must match const 'text_delta', got '{type_}'")

        text = d.pop("text")

        message_text_delta = cls(
            type_=type_,
            text=text,
        )

        return message_text_delta
