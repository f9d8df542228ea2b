# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ImportAdapterRequest")


@_attrs_define
class ImportAdapterRequest:
    """
    Attributes:
        artifact_url (str): '`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'
        any_base_model (bool | None | Unset): Accept an adapter whose `base_model_name_or_path` is not the model's base
            model, as long as its shapes fit.
    """

    artifact_url: str
    any_base_model: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        artifact_url = self.artifact_url

        any_base_model: bool | None | Unset
        if isinstance(self.any_base_model, Unset):
            any_base_model = UNSET
        else:
            any_base_model = self.any_base_model

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "artifact_url": artifact_url,
            }
        )
        if any_base_model is not UNSET:
            field_dict["any_base_model"] = any_base_model

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        artifact_url = d.pop("artifact_url")

        def _parse_any_base_model(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        any_base_model = _parse_any_base_model(d.pop("any_base_model", UNSET))

        import_adapter_request = cls(
            artifact_url=artifact_url,
            any_base_model=any_base_model,
        )

        import_adapter_request.additional_properties = d
        return import_adapter_request

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
