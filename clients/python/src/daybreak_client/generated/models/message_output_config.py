# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.message_output_config_effort_type_0 import (
    MessageOutputConfigEffortType0,
    check_message_output_config_effort_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_format import MessageFormat


T = TypeVar("T", bound="MessageOutputConfig")


@_attrs_define
class MessageOutputConfig:
    """
    Attributes:
        effort (MessageOutputConfigEffortType0 | None | Unset): Passed to the chat template as `reasoning_effort`.
        format_ (MessageFormat | None | Unset):
    """

    effort: MessageOutputConfigEffortType0 | None | Unset = UNSET
    format_: MessageFormat | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.message_format import MessageFormat  # noqa: PLC0415

        effort: None | str | Unset
        if isinstance(self.effort, Unset):
            effort = UNSET
        elif isinstance(self.effort, str):
            effort = self.effort
        else:
            effort = self.effort

        format_: dict[str, Any] | None | Unset
        if isinstance(self.format_, Unset):
            format_ = UNSET
        elif isinstance(self.format_, MessageFormat):
            format_ = self.format_.to_dict()
        else:
            format_ = self.format_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if effort is not UNSET:
            field_dict["effort"] = effort
        if format_ is not UNSET:
            field_dict["format"] = format_

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_format import MessageFormat  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_effort(data: object) -> MessageOutputConfigEffortType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                effort_type_0 = check_message_output_config_effort_type_0(data)

                return effort_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MessageOutputConfigEffortType0 | None | Unset, data)

        effort = _parse_effort(d.pop("effort", UNSET))

        def _parse_format_(data: object) -> MessageFormat | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                format_type_0 = MessageFormat.from_dict(data)

                return format_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MessageFormat | None | Unset, data)

        format_ = _parse_format_(d.pop("format", UNSET))

        message_output_config = cls(
            effort=effort,
            format_=format_,
        )

        message_output_config.additional_properties = d
        return message_output_config

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
