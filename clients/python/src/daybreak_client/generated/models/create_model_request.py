# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.checkpoint_retention import CheckpointRetention


T = TypeVar("T", bound="CreateModelRequest")


@_attrs_define
class CreateModelRequest:
    """
    Attributes:
        project (str): Any characters except control characters and / \\ : # ? %
        name (str): Any characters except control characters and / \\ : # ? %
        base_model (str): One of the names that `GET /v1/preview/base-models` lists.
        entity (None | str | Unset): Entity of the model. Null or absent is the server's default, `local`.
        return_existing (bool | None | Unset): Return the existing model of that name, if there is one, instead of a
            409.
        retention (CheckpointRetention | None | Unset): Which checkpoints to keep. Null is the server's default
            retention (`DAYBREAK_KEEP_CHECKPOINTS`), which keeps all unless it is set. If absent, an existing model keeps
            its own.
    """

    project: str
    name: str
    base_model: str
    entity: None | str | Unset = UNSET
    return_existing: bool | None | Unset = UNSET
    retention: CheckpointRetention | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.checkpoint_retention import CheckpointRetention  # noqa: PLC0415

        project = self.project

        name = self.name

        base_model = self.base_model

        entity: None | str | Unset
        if isinstance(self.entity, Unset):
            entity = UNSET
        else:
            entity = self.entity

        return_existing: bool | None | Unset
        if isinstance(self.return_existing, Unset):
            return_existing = UNSET
        else:
            return_existing = self.return_existing

        retention: dict[str, Any] | None | Unset
        if isinstance(self.retention, Unset):
            retention = UNSET
        elif isinstance(self.retention, CheckpointRetention):
            retention = self.retention.to_dict()
        else:
            retention = self.retention

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "project": project,
                "name": name,
                "base_model": base_model,
            }
        )
        if entity is not UNSET:
            field_dict["entity"] = entity
        if return_existing is not UNSET:
            field_dict["return_existing"] = return_existing
        if retention is not UNSET:
            field_dict["retention"] = retention

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.checkpoint_retention import CheckpointRetention  # noqa: PLC0415

        d = dict(src_dict)
        project = d.pop("project")

        name = d.pop("name")

        base_model = d.pop("base_model")

        def _parse_entity(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        entity = _parse_entity(d.pop("entity", UNSET))

        def _parse_return_existing(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        return_existing = _parse_return_existing(d.pop("return_existing", UNSET))

        def _parse_retention(data: object) -> CheckpointRetention | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                retention_type_0 = CheckpointRetention.from_dict(data)

                return retention_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckpointRetention | None | Unset, data)

        retention = _parse_retention(d.pop("retention", UNSET))

        create_model_request = cls(
            project=project,
            name=name,
            base_model=base_model,
            entity=entity,
            return_existing=return_existing,
            retention=retention,
        )

        create_model_request.additional_properties = d
        return create_model_request

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
