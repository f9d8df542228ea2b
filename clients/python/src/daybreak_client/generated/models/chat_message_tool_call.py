# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.chat_message_tool_call_type_type_0 import (
    ChatMessageToolCallTypeType0,
    check_chat_message_tool_call_type_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_message_tool_call_function import ChatMessageToolCallFunction
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="ChatMessageToolCall")


@_attrs_define
class ChatMessageToolCall:
    """A function call, as in a response; the type may be omitted. LangChain's format, with `name` and `args` instead of
    `function`, is accepted too.

        Attributes:
            id (str):
            type_ (ChatMessageToolCallTypeType0 | None | Unset):
            function (ChatMessageToolCallFunction | Unset):
            name (str | Unset):
            args (FreeObject | None | str | Unset): A JSON object, as an object or as text. If the text is not a JSON
                object, a template that prints text receives it unchanged, and any other template receives `{}`.
    """

    id: str
    type_: ChatMessageToolCallTypeType0 | None | Unset = UNSET
    function: ChatMessageToolCallFunction | Unset = UNSET
    name: str | Unset = UNSET
    args: FreeObject | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        id = self.id

        type_: None | str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        elif isinstance(self.type_, str):
            type_ = self.type_
        else:
            type_ = self.type_

        function: dict[str, Any] | Unset = UNSET
        if not isinstance(self.function, Unset):
            function = self.function.to_dict()

        name = self.name

        args: dict[str, Any] | None | str | Unset
        if isinstance(self.args, Unset):
            args = UNSET
        elif isinstance(self.args, FreeObject):
            args = self.args.to_dict()
        else:
            args = self.args

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
            }
        )
        if type_ is not UNSET:
            field_dict["type"] = type_
        if function is not UNSET:
            field_dict["function"] = function
        if name is not UNSET:
            field_dict["name"] = name
        if args is not UNSET:
            field_dict["args"] = args

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_message_tool_call_function import ChatMessageToolCallFunction  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_type_(data: object) -> ChatMessageToolCallTypeType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_0 = check_chat_message_tool_call_type_type_0(data)

                return type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatMessageToolCallTypeType0 | None | Unset, data)

        type_ = _parse_type_(d.pop("type", UNSET))

        _function = d.pop("function", UNSET)
        function: ChatMessageToolCallFunction | Unset
        if isinstance(_function, Unset):
            function = UNSET
        else:
            function = ChatMessageToolCallFunction.from_dict(_function)

        name = d.pop("name", UNSET)

        def _parse_args(data: object) -> FreeObject | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_chat_call_arguments_type_1 = FreeObject.from_dict(data)

                return componentsschemas_chat_call_arguments_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | str | Unset, data)

        args = _parse_args(d.pop("args", UNSET))

        chat_message_tool_call = cls(
            id=id,
            type_=type_,
            function=function,
            name=name,
            args=args,
        )

        chat_message_tool_call.additional_properties = d
        return chat_message_tool_call

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
