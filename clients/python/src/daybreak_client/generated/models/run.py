# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.run_status import RunStatus, check_run_status

if TYPE_CHECKING:
    from ..models.latest_metrics import LatestMetrics


T = TypeVar("T", bound="Run")


@_attrs_define
class Run:
    """
    Attributes:
        id (str):
        name (str): Any characters except control characters and / \\ : # ? %
        entity (str): Any characters except control characters and / \\ : # ? %
        project (str): Any characters except control characters and / \\ : # ? %
        model_id (None | str): Null for a run that a W&B client logs and that belongs to no model.
        base_model (None | str):
        status (RunStatus): `running`: a job of the model is running. `queued`: a job is waiting. `idle`: neither.
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        latest (LatestMetrics): The last value of each metric. If there are more than 64, it has `reward`, `loss`,
            `train/reward` and `val/reward`, and the most recently recorded others.
        created (str): ISO 8601, in UTC.
    """

    id: str
    name: str
    entity: str
    project: str
    model_id: None | str
    base_model: None | str
    status: RunStatus
    step: int
    latest: LatestMetrics
    created: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        entity = self.entity

        project = self.project

        model_id: None | str
        model_id = self.model_id

        base_model: None | str
        base_model = self.base_model

        status: str = self.status

        step = self.step

        latest = self.latest.to_dict()

        created = self.created

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "entity": entity,
                "project": project,
                "model_id": model_id,
                "base_model": base_model,
                "status": status,
                "step": step,
                "latest": latest,
                "created": created,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.latest_metrics import LatestMetrics  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        entity = d.pop("entity")

        project = d.pop("project")

        def _parse_model_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model_id = _parse_model_id(d.pop("model_id"))

        def _parse_base_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        base_model = _parse_base_model(d.pop("base_model"))

        status = check_run_status(d.pop("status"))

        step = d.pop("step")

        latest = LatestMetrics.from_dict(d.pop("latest"))

        created = d.pop("created")

        run = cls(
            id=id,
            name=name,
            entity=entity,
            project=project,
            model_id=model_id,
            base_model=base_model,
            status=status,
            step=step,
            latest=latest,
            created=created,
        )

        return run
