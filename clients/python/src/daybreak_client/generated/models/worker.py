# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.worker_role import WorkerRole, check_worker_role
from ..models.worker_state import WorkerState, check_worker_state

if TYPE_CHECKING:
    from ..models.worker_model import WorkerModel


T = TypeVar("T", bound="Worker")


@_attrs_define
class Worker:
    """A server that runs chats and training jobs.

    Attributes:
        id (str):
        name (str): Its machine and process; in the system check, which is public, its id.
        version (str):
        role (WorkerRole): Whether it also serves HTTP requests of users.
        state (WorkerState): `loading`: its compute process is starting. `ready`: accepts chats. `draining`: accepts no
            more, and finishes the chats that it has.
        load (int):
        since (str): ISO 8601, in UTC.
        heard (str): ISO 8601, in UTC.
        models (list[WorkerModel]):
    """

    id: str
    name: str
    version: str
    role: WorkerRole
    state: WorkerState
    load: int
    since: str
    heard: str
    models: list[WorkerModel]

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        version = self.version

        role: str = self.role

        state: str = self.state

        load = self.load

        since = self.since

        heard = self.heard

        models = []
        for models_item_data in self.models:
            models_item = models_item_data.to_dict()
            models.append(models_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "version": version,
                "role": role,
                "state": state,
                "load": load,
                "since": since,
                "heard": heard,
                "models": models,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.worker_model import WorkerModel  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        version = d.pop("version")

        role = check_worker_role(d.pop("role"))

        state = check_worker_state(d.pop("state"))

        load = d.pop("load")

        since = d.pop("since")

        heard = d.pop("heard")

        models = []
        _models = d.pop("models")
        for models_item_data in _models:
            models_item = WorkerModel.from_dict(models_item_data)

            models.append(models_item)

        worker = cls(
            id=id,
            name=name,
            version=version,
            role=role,
            state=state,
            load=load,
            since=since,
            heard=heard,
            models=models,
        )

        return worker
