# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.response_reasoning_effort_type_0 import (
    ResponseReasoningEffortType0,
    check_response_reasoning_effort_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="ResponseReasoning")


@_attrs_define
class ResponseReasoning:
    """
    Attributes:
        effort (None | ResponseReasoningEffortType0 | Unset): Passed to the chat template.
    """

    effort: None | ResponseReasoningEffortType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        effort: None | str | Unset
        if isinstance(self.effort, Unset):
            effort = UNSET
        elif isinstance(self.effort, str):
            effort = self.effort
        else:
            effort = self.effort

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if effort is not UNSET:
            field_dict["effort"] = effort

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_effort(data: object) -> None | ResponseReasoningEffortType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                effort_type_0 = check_response_reasoning_effort_type_0(data)

                return effort_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseReasoningEffortType0 | Unset, data)

        effort = _parse_effort(d.pop("effort", UNSET))

        response_reasoning = cls(
            effort=effort,
        )

        response_reasoning.additional_properties = d
        return response_reasoning

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
