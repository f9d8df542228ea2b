# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageTextBlock")


@_attrs_define
class MessageTextBlock:
    """
    Attributes:
        type_ (Literal['text']):
        text (str):
        citations (None): Always null; citations are not supported.
    """

    type_: Literal["text"]
    text: str
    citations: None

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        text = self.text

        citations = self.citations

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "text": text,
                "citations": citations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["text"], d.pop("type"))
        if type_ != "text":
            raise ValueError(f"type must match const 'text', got '{type_}'")

        text = d.pop("text")

        citations = d.pop("citations")

        message_text_block = cls(
            type_=type_,
            text=text,
            citations=citations,
        )

        return message_text_block
