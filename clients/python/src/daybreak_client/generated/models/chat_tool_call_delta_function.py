# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ChatToolCallDeltaFunction")


@_attrs_define
class ChatToolCallDeltaFunction:
    """
    Attributes:
        name (str | Unset):
        arguments (str | Unset):
    """

    name: str | Unset = UNSET
    arguments: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        arguments = self.arguments

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if arguments is not UNSET:
            field_dict["arguments"] = arguments

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        arguments = d.pop("arguments", UNSET)

        chat_tool_call_delta_function = cls(
            name=name,
            arguments=arguments,
        )

        return chat_tool_call_delta_function
