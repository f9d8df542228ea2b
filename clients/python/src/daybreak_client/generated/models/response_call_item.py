# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.response_item_status import ResponseItemStatus, check_response_item_status

T = TypeVar("T", bound="ResponseCallItem")


@_attrs_define
class ResponseCallItem:
    """
    Attributes:
        id (str):
        type_ (Literal['function_call']):
        call_id (str):
        name (str):
        arguments (str):
        status (ResponseItemStatus):
    """

    id: str
    type_: Literal["function_call"]
    call_id: str
    name: str
    arguments: str
    status: ResponseItemStatus

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_

        call_id = self.call_id

        name = self.name

        arguments = self.arguments

        status: str = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "call_id": call_id,
                "name": name,
                "arguments": arguments,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        type_ = cast(Literal["function_call"], d.pop("type"))
        if type_ != "function_call":
            raise ValueError(f"type must match const 'function_call', got '{type_}'")

        call_id = d.pop("call_id")

        name = d.pop("name")

        arguments = d.pop("arguments")

        status = check_response_item_status(d.pop("status"))

        response_call_item = cls(
            id=id,
            type_=type_,
            call_id=call_id,
            name=name,
            arguments=arguments,
            status=status,
        )

        return response_call_item
