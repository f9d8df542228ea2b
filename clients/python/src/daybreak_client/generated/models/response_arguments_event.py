# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResponseArgumentsEvent")


@_attrs_define
class ResponseArgumentsEvent:
    """
    Attributes:
        type_ (Literal['response.function_call_arguments.done']):
        sequence_number (int):
        item_id (str):
        output_index (int):
        name (str):
        arguments (str):
    """

    type_: Literal["response.function_call_arguments.done"]
    sequence_number: int
    item_id: str
    output_index: int
    name: str
    arguments: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        sequence_number = self.sequence_number

        item_id = self.item_id

        output_index = self.output_index

        name = self.name

        arguments = self.arguments

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "sequence_number": sequence_number,
                "item_id": item_id,
                "output_index": output_index,
                "name": name,
                "arguments": arguments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["response.function_call_arguments.done"], d.pop("type"))
        if type_ != "response.function_call_arguments.done":
            raise ValueError(f"type must match const 'response.function_call_arguments.done', got '{type_}'")

        sequence_number = d.pop("sequence_number")

        item_id = d.pop("item_id")

        output_index = d.pop("output_index")

        name = d.pop("name")

        arguments = d.pop("arguments")

        response_arguments_event = cls(
            type_=type_,
            sequence_number=sequence_number,
            item_id=item_id,
            output_index=output_index,
            name=name,
            arguments=arguments,
        )

        return response_arguments_event
