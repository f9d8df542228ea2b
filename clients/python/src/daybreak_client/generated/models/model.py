# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="Model")


@_attrs_define
class Model:
    """
    Attributes:
        id (str):
        entity (str): Any characters but control characters and / \\ : # ? %
        project (str): Any characters but control characters and / \\ : # ? %
        name (str): Any characters but control characters and / \\ : # ? %
        base_model (str):
        run_id (None | str): The model's tracking run.
        created (str): ISO 8601, in UTC.
    """

    id: str
    entity: str
    project: str
    name: str
    base_model: str
    run_id: None | str
    created: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        entity = self.entity

        project = self.project

        name = self.name

        base_model = self.base_model

        run_id: None | str
        run_id = self.run_id

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
                "created": created,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
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

        created = d.pop("created")

        model = cls(
            id=id,
            entity=entity,
            project=project,
            name=name,
            base_model=base_model,
            run_id=run_id,
            created=created,
        )

        return model
