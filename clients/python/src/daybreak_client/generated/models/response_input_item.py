# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.response_input_item_role_type_0 import ResponseInputItemRoleType0, check_response_input_item_role_type_0
from ..models.response_input_item_type_type_0 import ResponseInputItemTypeType0, check_response_input_item_type_type_0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.response_input_part import ResponseInputPart


T = TypeVar("T", bound="ResponseInputItem")


@_attrs_define
class ResponseInputItem:
    """A message (also if the type is absent), reasoning, a function call or its output. Output items of a response may be
    sent back unchanged.

        Attributes:
            type_ (None | ResponseInputItemTypeType0 | Unset):
            role (None | ResponseInputItemRoleType0 | Unset):
            content (list[ResponseInputPart] | None | str | Unset):
            call_id (None | str | Unset):
            name (None | str | Unset):
            arguments (None | str | Unset): A JSON object as text.
            output (list[ResponseInputPart] | None | str | Unset):
    """

    type_: None | ResponseInputItemTypeType0 | Unset = UNSET
    role: None | ResponseInputItemRoleType0 | Unset = UNSET
    content: list[ResponseInputPart] | None | str | Unset = UNSET
    call_id: None | str | Unset = UNSET
    name: None | str | Unset = UNSET
    arguments: None | str | Unset = UNSET
    output: list[ResponseInputPart] | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: None | str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        elif isinstance(self.type_, str):
            type_ = self.type_
        else:
            type_ = self.type_

        role: None | str | Unset
        if isinstance(self.role, Unset):
            role = UNSET
        elif isinstance(self.role, str):
            role = self.role
        else:
            role = self.role

        content: list[dict[str, Any]] | None | str | Unset
        if isinstance(self.content, Unset):
            content = UNSET
        elif isinstance(self.content, list):
            content = []
            for content_type_1_item_data in self.content:
                content_type_1_item = content_type_1_item_data.to_dict()
                content.append(content_type_1_item)

        else:
            content = self.content

        call_id: None | str | Unset
        if isinstance(self.call_id, Unset):
            call_id = UNSET
        else:
            call_id = self.call_id

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        arguments: None | str | Unset
        if isinstance(self.arguments, Unset):
            arguments = UNSET
        else:
            arguments = self.arguments

        output: list[dict[str, Any]] | None | str | Unset
        if isinstance(self.output, Unset):
            output = UNSET
        elif isinstance(self.output, list):
            output = []
            for output_type_1_item_data in self.output:
                output_type_1_item = output_type_1_item_data.to_dict()
                output.append(output_type_1_item)

        else:
            output = self.output

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if type_ is not UNSET:
            field_dict["type"] = type_
        if role is not UNSET:
            field_dict["role"] = role
        if content is not UNSET:
            field_dict["content"] = content
        if call_id is not UNSET:
            field_dict["call_id"] = call_id
        if name is not UNSET:
            field_dict["name"] = name
        if arguments is not UNSET:
            field_dict["arguments"] = arguments
        if output is not UNSET:
            field_dict["output"] = output

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.response_input_part import ResponseInputPart  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_type_(data: object) -> None | ResponseInputItemTypeType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_0 = check_response_input_item_type_type_0(data)

                return type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseInputItemTypeType0 | Unset, data)

        type_ = _parse_type_(d.pop("type", UNSET))

        def _parse_role(data: object) -> None | ResponseInputItemRoleType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_0 = check_response_input_item_role_type_0(data)

                return role_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseInputItemRoleType0 | Unset, data)

        role = _parse_role(d.pop("role", UNSET))

        def _parse_content(data: object) -> list[ResponseInputPart] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                content_type_1 = []
                _content_type_1 = data
                for content_type_1_item_data in _content_type_1:
                    content_type_1_item = ResponseInputPart.from_dict(content_type_1_item_data)

                    content_type_1.append(content_type_1_item)

                return content_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ResponseInputPart] | None | str | Unset, data)

        content = _parse_content(d.pop("content", UNSET))

        def _parse_call_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        call_id = _parse_call_id(d.pop("call_id", UNSET))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_arguments(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        arguments = _parse_arguments(d.pop("arguments", UNSET))

        def _parse_output(data: object) -> list[ResponseInputPart] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                output_type_1 = []
                _output_type_1 = data
                for output_type_1_item_data in _output_type_1:
                    output_type_1_item = ResponseInputPart.from_dict(output_type_1_item_data)

                    output_type_1.append(output_type_1_item)

                return output_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ResponseInputPart] | None | str | Unset, data)

        output = _parse_output(d.pop("output", UNSET))

        response_input_item = cls(
            type_=type_,
            role=role,
            content=content,
            call_id=call_id,
            name=name,
            arguments=arguments,
            output=output,
        )

        response_input_item.additional_properties = d
        return response_input_item

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
