# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="MessageFormat")


@_attrs_define
class MessageFormat:
    """Constrains the answer to JSON of this schema, like `response_format` in chat.

    Attributes:
        type_ (Literal['json_schema']):
        schema (FreeObject): Any JSON object; its values are kept unchanged.
    """

    type_: Literal["json_schema"]
    schema: FreeObject
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        schema = self.schema.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "schema": schema,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["json_schema"], d.pop("type"))
        if type_ != "json_schema":
            raise ValueError(f"type must match const 'json_schema', got '{type_}'")

        schema = FreeObject.from_dict(d.pop("schema"))

        message_format = cls(
            type_=type_,
            schema=schema,
        )

        message_format.additional_properties = d
        return message_format

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
