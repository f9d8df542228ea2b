# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="ChatMessageToolCallFunction")


@_attrs_define
class ChatMessageToolCallFunction:
    """
    Attributes:
        name (str):
        arguments (FreeObject | None | str): A JSON object, as an object or as text. If the text is not a JSON object, a
            template that prints text receives it unchanged, and any other template receives `{}`.
    """

    name: str
    arguments: FreeObject | None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        name = self.name

        arguments: dict[str, Any] | None | str
        if isinstance(self.arguments, FreeObject):
            arguments = self.arguments.to_dict()
        else:
            arguments = self.arguments

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "arguments": arguments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        def _parse_arguments(data: object) -> FreeObject | None | str:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_chat_call_arguments_type_1 = FreeObject.from_dict(data)

                return componentsschemas_chat_call_arguments_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | str, data)

        arguments = _parse_arguments(d.pop("arguments"))

        chat_message_tool_call_function = cls(
            name=name,
            arguments=arguments,
        )

        chat_message_tool_call_function.additional_properties = d
        return chat_message_tool_call_function

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
