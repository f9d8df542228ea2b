from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._body import Body
from ._caller import Caller
from ._logs import Logs
from ._page import Pages
from ._trajectories import Trajectories
from .generated.api.checkpoints import download_merged_model, import_adapter, list_checkpoint_files
from .generated.api.models import (
    create_model,
    delete_checkpoints,
    delete_model,
    download_checkpoint_file,
    get_model,
    get_served_model,
    list_base_models,
    list_checkpoints,
    list_models,
    list_served_models,
    log_trajectories,
)
from .generated.models import (
    Checkpoint,
    CheckpointFile,
    CheckpointFileList,
    CheckpointPage,
    DeletedCheckpoints,
    DeletedModel,
    LoggedTrajectories,
    MergedFormat,
    Model,
    ModelPage,
    ServedModel,
    ServedModelList,
    TrajectoryGroup,
)
from .generated.types import UNSET, File

Order = Literal['asc', 'desc']


def chat_name(model: Model, step: int | None = None) -> str:
    """What a chat names a trained model by: its newest checkpoint, or that of a step."""
    name = f'wandb-artifact:///{model.entity}/{model.project}/{model.name}'
    return name if step is None else f'{name}:step{step}'


class Models:
    """Models under training, and what can be chatted with."""

    def __init__(self, call: Caller) -> None:
        self._call = call
        self.checkpoints = Checkpoints(call)
        self.logs = Logs(call)
        self.trajectories = Trajectories(call)

    def base(self) -> builtins.list[str]:  # `list` is a method here
        """The names that `base_model` takes."""
        return self._call(list, list_base_models.sync_detailed)

    def served(self) -> builtins.list[ServedModel]:
        """All that a chat can name as its model."""
        return self._call(ServedModelList, list_served_models.sync_detailed).data

    def served_as(self, name: str) -> ServedModel:
        """One of them, or a checkpoint, by name. Raises `NotFoundError`."""
        return self._call(ServedModel, get_served_model.sync_detailed, name)

    def create(
        self, *, project: str, name: str, base_model: str, entity: str | None = None, return_existing: bool = False
    ) -> Model:
        """A new model, untrained; or with `return_existing` the one of that name. Raises `ConflictError`."""
        fields = {'project': project, 'name': name, 'base_model': base_model, 'return_existing': return_existing}
        body = Body(fields if entity is None else {**fields, 'entity': entity})
        return self._call(Model, create_model.sync_detailed, body=body)

    def get(self, model_id: str) -> Model:
        return self._call(Model, get_model.sync_detailed, model_id)

    def list(self, *, limit: int = 100, order: Order = 'asc', after: str | None = None) -> Pages[Model]:
        """All models, `limit` a page."""

        def page(after: str | None) -> ModelPage:
            return self._call(ModelPage, list_models.sync_detailed, after=after or UNSET, limit=limit, order=order)

        return Pages(page, after)

    def delete(self, model_id: str) -> DeletedModel:
        """Deletes a model with its checkpoints, artifacts, jobs and run."""
        return self._call(DeletedModel, delete_model.sync_detailed, model_id)

    def log(
        self, model_id: str, *, split: str, trajectory_groups: Sequence[TrajectoryGroup | Mapping[str, Any]]
    ) -> LoggedTrajectories:
        """Keeps trajectories that are not trained on, and stores their mean reward and metrics."""
        body = Body({'split': split, 'trajectory_groups': list(trajectory_groups)})
        return self._call(LoggedTrajectories, log_trajectories.sync_detailed, model_id, body=body)


class Checkpoints:
    """The checkpoints of a model: step 0, and one for each job that succeeded."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self, model_id: str, *, limit: int = 100, order: Order = 'asc', after: str | None = None
    ) -> Pages[Checkpoint]:
        def page(after: str | None) -> CheckpointPage:
            query = {'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(CheckpointPage, list_checkpoints.sync_detailed, model_id, **query)

        return Pages(page, after)

    def delete(self, model_id: str, steps: Sequence[int]) -> DeletedCheckpoints:
        body = Body({'steps': list(steps)})
        return self._call(DeletedCheckpoints, delete_checkpoints.sync_detailed, model_id, body=body)

    def import_adapter(self, model_id: str, *, artifact_url: str, any_base_model: bool = False) -> Checkpoint:
        """Makes an uploaded PEFT adapter the step 0 of a model that has had no job. Raises `ConflictError` later."""
        body = Body({'artifact_url': artifact_url, 'any_base_model': any_base_model})
        return self._call(Checkpoint, import_adapter.sync_detailed, model_id, body=body)

    def files(self, model_id: str, step: int) -> builtins.list[CheckpointFile]:
        """The files of the adapter with their sizes; none for the base model."""
        return self._call(CheckpointFileList, list_checkpoint_files.sync_detailed, model_id, step).data

    def download_merged(
        self, model_id: str, step: int, *, dtype: Literal['bf16', 'f32'] = 'bf16', format: MergedFormat = 'safetensors'
    ) -> bytes:
        """The whole model, the adapter merged into its weights: a tar archive of a Hugging Face folder, or with a
        `format` of GGUF one file that llama.cpp opens."""
        query = {'dtype': dtype, 'format_': format}
        return self._call(File, download_merged_model.sync_detailed, model_id, step, **query).payload.read()

    def download(
        self, model_id: str, step: int, file_name: Literal['adapter_config.json', 'adapter_model.safetensors']
    ) -> bytes:
        """A file of the adapter; both together are a PEFT folder."""
        return self._call(File, download_checkpoint_file.sync_detailed, model_id, step, file_name).payload.read()
