# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="TagStructure")


@_attrs_define
class TagStructure:
    """
    Attributes:
        begin (str):
        end (str):
        schema (bool | FreeObject | None | Unset): Schema of the JSON between begin and end. If absent, any JSON is
            allowed.
    """

    begin: str
    end: str
    schema: bool | FreeObject | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        begin = self.begin

        end = self.end

        schema: bool | dict[str, Any] | None | Unset
        if isinstance(self.schema, Unset):
            schema = UNSET
        elif isinstance(self.schema, FreeObject):
            schema = self.schema.to_dict()
        else:
            schema = self.schema

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "begin": begin,
                "end": end,
            }
        )
        if schema is not UNSET:
            field_dict["schema"] = schema

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)
        begin = d.pop("begin")

        end = d.pop("end")

        def _parse_schema(data: object) -> bool | FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                schema_type_0 = FreeObject.from_dict(data)

                return schema_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(bool | FreeObject | None | Unset, data)

        schema = _parse_schema(d.pop("schema", UNSET))

        tag_structure = cls(
            begin=begin,
            end=end,
            schema=schema,
        )

        tag_structure.additional_properties = d
        return tag_structure

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
