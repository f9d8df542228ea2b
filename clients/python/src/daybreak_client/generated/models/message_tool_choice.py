# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.message_tool_choice_type import MessageToolChoiceType, check_message_tool_choice_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="MessageToolChoice")


@_attrs_define
class MessageToolChoice:
    """`auto`, the default with tools: the model decides. `any`: at least one call. `tool`: a call of the tool with that
    `name`. `none`: no call.

        Attributes:
            type_ (MessageToolChoiceType):
            name (None | str | Unset):
            disable_parallel_tool_use (bool | None | Unset): If true, only the first tool call is returned.
    """

    type_: MessageToolChoiceType
    name: None | str | Unset = UNSET
    disable_parallel_tool_use: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        disable_parallel_tool_use: bool | None | Unset
        if isinstance(self.disable_parallel_tool_use, Unset):
            disable_parallel_tool_use = UNSET
        else:
            disable_parallel_tool_use = self.disable_parallel_tool_use

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if disable_parallel_tool_use is not UNSET:
            field_dict["disable_parallel_tool_use"] = disable_parallel_tool_use

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_message_tool_choice_type(d.pop("type"))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_disable_parallel_tool_use(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        disable_parallel_tool_use = _parse_disable_parallel_tool_use(d.pop("disable_parallel_tool_use", UNSET))

        message_tool_choice = cls(
            type_=type_,
            name=name,
            disable_parallel_tool_use=disable_parallel_tool_use,
        )

        message_tool_choice.additional_properties = d
        return message_tool_choice

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
