# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResponseReasoningPart")


@_attrs_define
class ResponseReasoningPart:
    """
    Attributes:
        type_ (Literal['reasoning_text']):
        text (str):
    """

    type_: Literal["reasoning_text"]
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
        type_ = cast(Literal["reasoning_text"], d.pop("type"))
        if type_ != "reasoning_text":
            raise ValueError(f"type must match const 'reasoning_text', got '{type_}'")

        text = d.pop("text")

        response_reasoning_part = cls(
            type_=type_,
            text=text,
        )

        return response_reasoning_part
