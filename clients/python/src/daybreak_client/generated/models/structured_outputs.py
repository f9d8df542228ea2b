# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="StructuredOutputs")


@_attrs_define
class StructuredOutputs:
    """Set exactly one of json, regex, choice, grammar, json_object and structural_tag.

    Attributes:
        json (FreeObject | None | str | Unset):
        regex (None | str | Unset):
        choice (list[str] | None | Unset):
        grammar (None | str | Unset):
        json_object (bool | None | Unset):
        structural_tag (None | str | Unset):
        disable_fallback (bool | None | Unset):
        disable_any_whitespace (bool | None | Unset):
        disable_additional_properties (bool | None | Unset): Disallow additional properties in objects whose schema
            lists properties without additionalProperties. false allows them.
        whitespace_pattern (None | str | Unset):
        field_backend (None | str | Unset):
        field_backend_was_auto (bool | None | Unset):
    """

    json: FreeObject | None | str | Unset = UNSET
    regex: None | str | Unset = UNSET
    choice: list[str] | None | Unset = UNSET
    grammar: None | str | Unset = UNSET
    json_object: bool | None | Unset = UNSET
    structural_tag: None | str | Unset = UNSET
    disable_fallback: bool | None | Unset = UNSET
    disable_any_whitespace: bool | None | Unset = UNSET
    disable_additional_properties: bool | None | Unset = UNSET
    whitespace_pattern: None | str | Unset = UNSET
    field_backend: None | str | Unset = UNSET
    field_backend_was_auto: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        json: dict[str, Any] | None | str | Unset
        if isinstance(self.json, Unset):
            json = UNSET
        elif isinstance(self.json, FreeObject):
            json = self.json.to_dict()
        else:
            json = self.json

        regex: None | str | Unset
        if isinstance(self.regex, Unset):
            regex = UNSET
        else:
            regex = self.regex

        choice: list[str] | None | Unset
        if isinstance(self.choice, Unset):
            choice = UNSET
        elif isinstance(self.choice, list):
            choice = self.choice

        else:
            choice = self.choice

        grammar: None | str | Unset
        if isinstance(self.grammar, Unset):
            grammar = UNSET
        else:
            grammar = self.grammar

        json_object: bool | None | Unset
        if isinstance(self.json_object, Unset):
            json_object = UNSET
        else:
            json_object = self.json_object

        structural_tag: None | str | Unset
        if isinstance(self.structural_tag, Unset):
            structural_tag = UNSET
        else:
            structural_tag = self.structural_tag

        disable_fallback: bool | None | Unset
        if isinstance(self.disable_fallback, Unset):
            disable_fallback = UNSET
        else:
            disable_fallback = self.disable_fallback

        disable_any_whitespace: bool | None | Unset
        if isinstance(self.disable_any_whitespace, Unset):
            disable_any_whitespace = UNSET
        else:
            disable_any_whitespace = self.disable_any_whitespace

        disable_additional_properties: bool | None | Unset
        if isinstance(self.disable_additional_properties, Unset):
            disable_additional_properties = UNSET
        else:
            disable_additional_properties = self.disable_additional_properties

        whitespace_pattern: None | str | Unset
        if isinstance(self.whitespace_pattern, Unset):
            whitespace_pattern = UNSET
        else:
            whitespace_pattern = self.whitespace_pattern

        field_backend: None | str | Unset
        if isinstance(self.field_backend, Unset):
            field_backend = UNSET
        else:
            field_backend = self.field_backend

        field_backend_was_auto: bool | None | Unset
        if isinstance(self.field_backend_was_auto, Unset):
            field_backend_was_auto = UNSET
        else:
            field_backend_was_auto = self.field_backend_was_auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if json is not UNSET:
            field_dict["json"] = json
        if regex is not UNSET:
            field_dict["regex"] = regex
        if choice is not UNSET:
            field_dict["choice"] = choice
        if grammar is not UNSET:
            field_dict["grammar"] = grammar
        if json_object is not UNSET:
            field_dict["json_object"] = json_object
        if structural_tag is not UNSET:
            field_dict["structural_tag"] = structural_tag
        if disable_fallback is not UNSET:
            field_dict["disable_fallback"] = disable_fallback
        if disable_any_whitespace is not UNSET:
            field_dict["disable_any_whitespace"] = disable_any_whitespace
        if disable_additional_properties is not UNSET:
            field_dict["disable_additional_properties"] = disable_additional_properties
        if whitespace_pattern is not UNSET:
            field_dict["whitespace_pattern"] = whitespace_pattern
        if field_backend is not UNSET:
            field_dict["_backend"] = field_backend
        if field_backend_was_auto is not UNSET:
            field_dict["_backend_was_auto"] = field_backend_was_auto

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_json(data: object) -> FreeObject | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                json_type_1 = FreeObject.from_dict(data)

                return json_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | str | Unset, data)

        json = _parse_json(d.pop("json", UNSET))

        def _parse_regex(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        regex = _parse_regex(d.pop("regex", UNSET))

        def _parse_choice(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                choice_type_0 = cast(list[str], data)

                return choice_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        choice = _parse_choice(d.pop("choice", UNSET))

        def _parse_grammar(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        grammar = _parse_grammar(d.pop("grammar", UNSET))

        def _parse_json_object(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        json_object = _parse_json_object(d.pop("json_object", UNSET))

        def _parse_structural_tag(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        structural_tag = _parse_structural_tag(d.pop("structural_tag", UNSET))

        def _parse_disable_fallback(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        disable_fallback = _parse_disable_fallback(d.pop("disable_fallback", UNSET))

        def _parse_disable_any_whitespace(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        disable_any_whitespace = _parse_disable_any_whitespace(d.pop("disable_any_whitespace", UNSET))

        def _parse_disable_additional_properties(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        disable_additional_properties = _parse_disable_additional_properties(
            d.pop("disable_additional_properties", UNSET)
        )

        def _parse_whitespace_pattern(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        whitespace_pattern = _parse_whitespace_pattern(d.pop("whitespace_pattern", UNSET))

        def _parse_field_backend(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        field_backend = _parse_field_backend(d.pop("_backend", UNSET))

        def _parse_field_backend_was_auto(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        field_backend_was_auto = _parse_field_backend_was_auto(d.pop("_backend_was_auto", UNSET))

        structured_outputs = cls(
            json=json,
            regex=regex,
            choice=choice,
            grammar=grammar,
            json_object=json_object,
            structural_tag=structural_tag,
            disable_fallback=disable_fallback,
            disable_any_whitespace=disable_any_whitespace,
            disable_additional_properties=disable_additional_properties,
            whitespace_pattern=whitespace_pattern,
            field_backend=field_backend,
            field_backend_was_auto=field_backend_was_auto,
        )

        structured_outputs.additional_properties = d
        return structured_outputs

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
