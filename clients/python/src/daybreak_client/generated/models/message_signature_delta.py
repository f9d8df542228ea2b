# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MessageSignatureDelta")


@_attrs_define
class MessageSignatureDelta:
    """
    Attributes:
        type_ (Literal['signature_delta']):
        signature (str):
    """

    type_: Literal["signature_delta"]
    signature: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        signature = self.signature

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "signature": signature,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["signature_delta"], d.pop("type"))
        if type_ != "signature_delta":
            raise ValueError(f"type must match const 'signature_delta', got '{type_}'")

        signature = d.pop("signature")

        message_signature_delta = cls(
            type_=type_,
            signature=signature,
        )

        return message_signature_delta
