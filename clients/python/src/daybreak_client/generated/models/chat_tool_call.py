# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.chat_function_call import ChatFunctionCall


T = TypeVar("T", bound="ChatToolCall")


@_attrs_define
class ChatToolCall:
    """
    Attributes:
        id (str):
        type_ (Literal['function']):
        function (ChatFunctionCall):
    """

    id: str
    type_: Literal["function"]
    function: ChatFunctionCall

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_

        function = self.function.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "function": function,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_function_call import ChatFunctionCall  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = cast(Literal["function"], d.pop("type"))
        if type_ != "function":
            raise ValueError(f"type must match const 'function', got '{type_}'")

        function = ChatFunctionCall.from_dict(d.pop("function"))

        chat_tool_call = cls(
            id=id,
            type_=type_,
            function=function,
        )

        return chat_tool_call
