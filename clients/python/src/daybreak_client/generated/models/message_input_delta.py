# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageInputDelta")


@_attrs_define
class MessageInputDelta:
    """
    Attributes:
        type_ (Literal['input_json_delta']):
        partial_json (str):
    """

    type_: Literal["input_json_delta"]
    partial_json: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        partial_json = self.partial_json

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "partial_json": partial_json,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["input_json_delta"], d.pop("type"))
        if type_ != "input_json_delta":
            raise ValueError(f"type must match const 'input_json_delta', got '{type_}'")

        partial_json = d.pop("partial_json")

        message_input_delta = cls(
            type_=type_,
            partial_json=partial_json,
        )

        return message_input_delta
