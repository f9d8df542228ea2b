# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.response_format_type import ResponseFormatType, check_response_format_type
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject
    from ..models.json_schema_format import JsonSchemaFormat
    from ..models.tag_structure import TagStructure


T = TypeVar("T", bound="ResponseFormat")


@_attrs_define
class ResponseFormat:
    """
    Attributes:
        type_ (ResponseFormatType):
        json_schema (JsonSchemaFormat | None | Unset): For the type `json_schema`.
        format_ (FreeObject | None | Unset): For the type `structural_tag`. The fields of the part depend on its type.
        structures (list[TagStructure] | None | Unset): For the type `structural_tag` without `format`. Text that begins
            with a trigger must be one of these structures.
        triggers (list[str] | None | Unset):
    """

    type_: ResponseFormatType
    json_schema: JsonSchemaFormat | None | Unset = UNSET
    format_: FreeObject | None | Unset = UNSET
    structures: list[TagStructure] | None | Unset = UNSET
    triggers: list[str] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.json_schema_format import JsonSchemaFormat  # noqa: PLC0415

        type_: str = self.type_

        json_schema: dict[str, Any] | None | Unset
        if isinstance(self.json_schema, Unset):
            json_schema = UNSET
        elif isinstance(self.json_schema, JsonSchemaFormat):
            json_schema = self.json_schema.to_dict()
        else:
            json_schema = self.json_schema

        format_: dict[str, Any] | None | Unset
        if isinstance(self.format_, Unset):
            format_ = UNSET
        elif isinstance(self.format_, FreeObject):
            format_ = self.format_.to_dict()
        else:
            format_ = self.format_

        structures: list[dict[str, Any]] | None | Unset
        if isinstance(self.structures, Unset):
            structures = UNSET
        elif isinstance(self.structures, list):
            structures = []
            for structures_type_0_item_data in self.structures:
                structures_type_0_item = structures_type_0_item_data.to_dict()
                structures.append(structures_type_0_item)

        else:
            structures = self.structures

        triggers: list[str] | None | Unset
        if isinstance(self.triggers, Unset):
            triggers = UNSET
        elif isinstance(self.triggers, list):
            triggers = self.triggers

        else:
            triggers = self.triggers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
            }
        )
        if json_schema is not UNSET:
            field_dict["json_schema"] = json_schema
        if format_ is not UNSET:
            field_dict["format"] = format_
        if structures is not UNSET:
            field_dict["structures"] = structures
        if triggers is not UNSET:
            field_dict["triggers"] = triggers

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.json_schema_format import JsonSchemaFormat  # noqa: PLC0415
        from ..models.tag_structure import TagStructure  # noqa: PLC0415

        d = dict(src_dict)
        type_ = check_response_format_type(d.pop("type"))

        def _parse_json_schema(data: object) -> JsonSchemaFormat | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                json_schema_type_0 = JsonSchemaFormat.from_dict(data)

                return json_schema_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JsonSchemaFormat | None | Unset, data)

        json_schema = _parse_json_schema(d.pop("json_schema", UNSET))

        def _parse_format_(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                format_type_0 = FreeObject.from_dict(data)

                return format_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        format_ = _parse_format_(d.pop("format", UNSET))

        def _parse_structures(data: object) -> list[TagStructure] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                structures_type_0 = []
                _structures_type_0 = data
                for structures_type_0_item_data in _structures_type_0:
                    structures_type_0_item = TagStructure.from_dict(structures_type_0_item_data)

                    structures_type_0.append(structures_type_0_item)

                return structures_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TagStructure] | None | Unset, data)

        structures = _parse_structures(d.pop("structures", UNSET))

        def _parse_triggers(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                triggers_type_0 = cast(list[str], data)

                return triggers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        triggers = _parse_triggers(d.pop("triggers", UNSET))

        response_format = cls(
            type_=type_,
            json_schema=json_schema,
            format_=format_,
            structures=structures,
            triggers=triggers,
        )

        response_format.additional_properties = d
        return response_format

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
