# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageStopEvent")


@_attrs_define
class MessageStopEvent:
    """
    Attributes:
        type_ (Literal['message_stop']):
    """

    type_: Literal["message_stop"]

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["message_stop"], d.pop("type"))
        if type_ != "message_stop":
            raise ValueError(f"type must match const 'message_stop', got '{type_}'")

        message_stop_event = cls(
            type_=type_,
        )

        return message_stop_event
