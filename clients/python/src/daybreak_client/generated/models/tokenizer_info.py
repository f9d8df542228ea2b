# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="TokenizerInfo")


@_attrs_define
class TokenizerInfo:
    """
    Attributes:
        tokenizer_class (str):
        chat_template (str | Unset):
    """

    tokenizer_class: str
    chat_template: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        tokenizer_class = self.tokenizer_class

        chat_template = self.chat_template

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "tokenizer_class": tokenizer_class,
            }
        )
        if chat_template is not UNSET:
            field_dict["chat_template"] = chat_template

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        tokenizer_class = d.pop("tokenizer_class")

        chat_template = d.pop("chat_template", UNSET)

        tokenizer_info = cls(
            tokenizer_class=tokenizer_class,
            chat_template=chat_template,
        )

        tokenizer_info.additional_properties = d
        return tokenizer_info

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
