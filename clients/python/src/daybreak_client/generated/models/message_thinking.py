# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.message_thinking_type import MessageThinkingType, check_message_thinking_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="MessageThinking")


@_attrs_define
class MessageThinking:
    """`enabled`: the model thinks, for at most `budget_tokens`. `adaptive`: without a limit. `disabled`: not at all, if
    its template supports that. If absent, the template decides.

        Attributes:
            type_ (MessageThinkingType):
            budget_tokens (int | None | Unset): Maximum number of thinking tokens, for models that think.
    """

    type_: MessageThinkingType
    budget_tokens: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        budget_tokens: int | None | Unset
        if isinstance(self.budget_tokens, Unset):
            budget_tokens = UNSET
        else:
            budget_tokens = self.budget_tokens

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
            }
        )
        if budget_tokens is not UNSET:
            field_dict["budget_tokens"] = budget_tokens

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_message_thinking_type(d.pop("type"))

        def _parse_budget_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        budget_tokens = _parse_budget_tokens(d.pop("budget_tokens", UNSET))

        message_thinking = cls(
            type_=type_,
            budget_tokens=budget_tokens,
        )

        message_thinking.additional_properties = d
        return message_thinking

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
