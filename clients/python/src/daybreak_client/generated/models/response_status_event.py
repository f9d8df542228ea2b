# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.response_status_event_type import ResponseStatusEventType, check_response_status_event_type

if TYPE_CHECKING:
    from ..models.response_object import ResponseObject


T = TypeVar("T", bound="ResponseStatusEvent")


@_attrs_define
class ResponseStatusEvent:
    """
    Attributes:
        type_ (ResponseStatusEventType):
        sequence_number (int):
        response (ResponseObject):
    """

    type_: ResponseStatusEventType
    sequence_number: int
    response: ResponseObject

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        sequence_number = self.sequence_number

        response = self.response.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "sequence_number": sequence_number,
                "response": response,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.response_object import ResponseObject  # noqa: PLC0415

        d = dict(src_dict)
        type_ = check_response_status_event_type(d.pop("type"))

        sequence_number = d.pop("sequence_number")

        response = ResponseObject.from_dict(d.pop("response"))

        response_status_event = cls(
            type_=type_,
            sequence_number=sequence_number,
            response=response,
        )

        return response_status_event
