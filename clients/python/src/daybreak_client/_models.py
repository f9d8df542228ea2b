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
    """Returns the name of a trained model for chat requests: its newest checkpoint, or the checkpoint of `step`."""
    name = f'wandb-artifact:///{model.entity}/{model.project}/{model.name}'
    return name if step is None else f'{name}:step{step}'


class Models:
    """Trained models, and the models that chat can use."""

    def __init__(self, call: Caller) -> None:
        self._call = call
        self.checkpoints = Checkpoints(call)
        self.logs = Logs(call)
        self.trajectories = Trajectories(call)

    def base(self) -> builtins.list[str]:  # `list` is a method of this class
        """Lists the base models that can be trained, the values of `base_model`."""
        return self._call(list, list_base_models.sync_detailed)

    def served(self) -> builtins.list[ServedModel]:
        """Lists the models that chat can use."""
        return self._call(ServedModelList, list_served_models.sync_detailed).data

    def served_as(self, name: str) -> ServedModel:
        """Returns a model that chat can use, by name; a checkpoint's name is valid too. Raises `NotFoundError`."""
        return self._call(ServedModel, get_served_model.sync_detailed, name)

    def create(
        self, *, project: str, name: str, base_model: str, entity: str | None = None, return_existing: bool = False
    ) -> Model:
        """Creates an untrained model. If the name is taken, raises `ConflictError`; with `return_existing`, returns the
        existing model."""
        fields = {'project': project, 'name': name, 'base_model': base_model, 'return_existing': return_existing}
        body = Body(fields if entity is None else {**fields, 'entity': entity})
        return self._call(Model, create_model.sync_detailed, body=body)

    def get(self, model_id: str) -> Model:
        """Returns a model."""
        return self._call(Model, get_model.sync_detailed, model_id)

    def list(self, *, limit: int = 100, order: Order = 'asc', after: str | None = None) -> Pages[Model]:
        """Lists all models."""

        def page(after: str | None) -> ModelPage:
            return self._call(ModelPage, list_models.sync_detailed, after=after or UNSET, limit=limit, order=order)

        return Pages(page, after)

    def delete(self, model_id: str) -> DeletedModel:
        """Deletes a model with its checkpoints, artifacts, jobs and run."""
        return self._call(DeletedModel, delete_model.sync_detailed, model_id)

    def log(
        self, model_id: str, *, split: str, trajectory_groups: Sequence[TrajectoryGroup | Mapping[str, Any]]
    ) -> LoggedTrajectories:
        """Logs trajectories without training on them, and stores their mean reward and metrics."""
        body = Body({'split': split, 'trajectory_groups': list(trajectory_groups)})
        return self._call(LoggedTrajectories, log_trajectories.sync_detailed, model_id, body=body)


class Checkpoints:
    """Checkpoints of a model: step 0, and one for each job that succeeded."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self, model_id: str, *, limit: int = 100, order: Order = 'asc', after: str | None = None
    ) -> Pages[Checkpoint]:
        """Lists the checkpoints of a model, by step."""

        def page(after: str | None) -> CheckpointPage:
            query = {'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(CheckpointPage, list_checkpoints.sync_detailed, model_id, **query)

        return Pages(page, after)

    def delete(self, model_id: str, steps: Sequence[int]) -> DeletedCheckpoints:
        """Deletes checkpoints by step. Steps that do not exist are reported and are not an error."""
        body = Body({'steps': list(steps)})
        return self._call(DeletedCheckpoints, delete_checkpoints.sync_detailed, model_id, body=body)

    def import_adapter(self, model_id: str, *, artifact_url: str, any_base_model: bool = False) -> Checkpoint:
        """Imports an uploaded PEFT adapter as step 0 of a model. Raises `ConflictError` if the model has had a job."""
        body = Body({'artifact_url': artifact_url, 'any_base_model': any_base_model})
        return self._call(Checkpoint, import_adapter.sync_detailed, model_id, body=body)

    def files(self, model_id: str, step: int) -> builtins.list[CheckpointFile]:
        """Lists the adapter files of a checkpoint with their sizes. The untrained step 0 has none."""
        return self._call(CheckpointFileList, list_checkpoint_files.sync_detailed, model_id, step).data

    def download_merged(
        self, model_id: str, step: int, *, dtype: Literal['bf16', 'f32'] = 'bf16', format: MergedFormat = 'safetensors'
    ) -> bytes:
        """Downloads the whole model, with the adapter merged into its weights: a tar archive of a Hugging Face folder,
        or, if `format` is a GGUF type, one file for llama.cpp."""
        query = {'dtype': dtype, 'format_': format}
        return self._call(File, download_merged_model.sync_detailed, model_id, step, **query).payload.read()

    def download(
        self, model_id: str, step: int, file_name: Literal['adapter_config.json', 'adapter_model.safetensors']
    ) -> bytes:
        """Downloads an adapter file of a checkpoint. The two files together are a PEFT adapter folder."""
        return self._call(File, download_checkpoint_file.sync_detailed, model_id, step, file_name).payload.read()
