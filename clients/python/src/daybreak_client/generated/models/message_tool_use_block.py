# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="MessageToolUseBlock")


@_attrs_define
class MessageToolUseBlock:
    """
    Attributes:
        type_ (Literal['tool_use']):
        id (str):
        name (str):
        input_ (FreeObject): Any JSON object; its values are kept unchanged.
    """

    type_: Literal["tool_use"]
    id: str
    name: str
    input_: FreeObject

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        id = self.id

        name = self.name

        input_ = self.input_.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "id": id,
                "name": name,
                "input": input_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["tool_use"], d.pop("type"))
        if type_ != "tool_use":
            raise ValueError(f"type must match const 'tool_use', got '{type_}'")

        id = d.pop("id")

        name = d.pop("name")

        input_ = FreeObject.from_dict(d.pop("input"))

        message_tool_use_block = cls(
            type_=type_,
            id=id,
            name=name,
            input_=input_,
        )

        return message_tool_use_block
