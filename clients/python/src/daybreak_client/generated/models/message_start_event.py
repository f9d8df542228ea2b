# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.message import Message


T = TypeVar("T", bound="MessageStartEvent")


@_attrs_define
class MessageStartEvent:
    """
    Attributes:
        type_ (Literal['message_start']):
        message (Message):
    """

    type_: Literal["message_start"]
    message: Message

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        message = self.message.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "message": message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message import Message  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["message_start"], d.pop("type"))
        if type_ != "message_start":
            raise ValueError(f"type must match const 'message_start', got '{type_}'")

        message = Message.from_dict(d.pop("message"))

        message_start_event = cls(
            type_=type_,
            message=message,
        )

        return message_start_event
