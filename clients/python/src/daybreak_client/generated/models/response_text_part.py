# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResponseTextPart")


@_attrs_define
class ResponseTextPart:
    """
    Attributes:
        type_ (Literal['output_text']):
        text (str):
        annotations (list[Any]):
    """

    type_: Literal["output_text"]
    text: str
    annotations: list[Any]

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        text = self.text

        annotations = self.annotations

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "text": text,
                "annotations": annotations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["output_text"], d.pop("type"))
        if type_ != "output_text":
            raise ValueError(f"type must match const 'output_text', got '{type_}'")

        text = d.pop("text")

        annotations = cast(list[Any], d.pop("annotations"))

        response_text_part = cls(
            type_=type_,
            text=text,
            annotations=annotations,
        )

        return response_text_part
