# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_tool_call_delta_function import ChatToolCallDeltaFunction


T = TypeVar("T", bound="ChatToolCallDelta")


@_attrs_define
class ChatToolCallDelta:
    """
    Attributes:
        index (int):
        id (str | Unset):
        type_ (Literal['function'] | Unset):
        function (ChatToolCallDeltaFunction | Unset):
    """

    index: int
    id: str | Unset = UNSET
    type_: Literal["function"] | Unset = UNSET
    function: ChatToolCallDeltaFunction | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        id = self.id

        type_ = self.type_

        function: dict[str, Any] | Unset = UNSET
        if not isinstance(self.function, Unset):
            function = self.function.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "index": index,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if type_ is not UNSET:
            field_dict["type"] = type_
        if function is not UNSET:
            field_dict["function"] = function

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_tool_call_delta_function import ChatToolCallDeltaFunction  # noqa: PLC0415

        d = dict(src_dict)
        index = d.pop("index")

        id = d.pop("id", UNSET)

        type_ = cast(Literal["function"] | Unset, d.pop("type", UNSET))
        if type_ != "function" and not isinstance(type_, Unset):
            raise ValueError(f"type must match const 'function', got '{type_}'")

        _function = d.pop("function", UNSET)
        function: ChatToolCallDeltaFunction | Unset
        if isinstance(_function, Unset):
            function = UNSET
        else:
            function = ChatToolCallDeltaFunction.from_dict(_function)

        chat_tool_call_delta = cls(
            index=index,
            id=id,
            type_=type_,
            function=function,
        )

        return chat_tool_call_delta
