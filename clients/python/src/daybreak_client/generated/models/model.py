# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.checkpoint_retention import CheckpointRetention


T = TypeVar("T", bound="Model")


@_attrs_define
class Model:
    """
    Attributes:
        id (str):
        entity (str): Any characters except control characters and / \\ : # ? %
        project (str): Any characters except control characters and / \\ : # ? %
        name (str): Any characters except control characters and / \\ : # ? %
        base_model (str):
        run_id (None | str): The model's tracking run.
        retention (CheckpointRetention | None): Which checkpoints are kept. Null is the server's default retention.
        created (str): ISO 8601, in UTC.
    """

    id: str
    entity: str
    project: str
    name: str
    base_model: str
    run_id: None | str
    retention: CheckpointRetention | None
    created: str

    def to_dict(self) -> dict[str, Any]:
        from ..models.checkpoint_retention import CheckpointRetention  # noqa: PLC0415

        id = self.id

        entity = self.entity

        project = self.project

        name = self.name

        base_model = self.base_model

        run_id: None | str
        run_id = self.run_id

        retention: dict[str, Any] | None
        if isinstance(self.retention, CheckpointRetention):
            retention = self.retention.to_dict()
        else:
            retention = self.retention

        created = self.created

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "entity": entity,
                "project": project,
                "name": name,
                "base_model": base_model,
                "run_id": run_id,
                "retention": retention,
                "created": created,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.checkpoint_retention import CheckpointRetention  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        entity = d.pop("entity")

        project = d.pop("project")

        name = d.pop("name")

        base_model = d.pop("base_model")

        def _parse_run_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        run_id = _parse_run_id(d.pop("run_id"))

        def _parse_retention(data: object) -> CheckpointRetention | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                retention_type_0 = CheckpointRetention.from_dict(data)

                return retention_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckpointRetention | None, data)

        retention = _parse_retention(d.pop("retention"))

        created = d.pop("created")

        model = cls(
            id=id,
            entity=entity,
            project=project,
            name=name,
            base_model=base_model,
            run_id=run_id,
            retention=retention,
            created=created,
        )

        return model
