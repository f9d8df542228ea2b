# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.device_check_type_0 import DeviceCheckType0
    from ..models.disk_space import DiskSpace
    from ..models.engine_stats import EngineStats
    from ..models.job_counts import JobCounts
    from ..models.loaded_models_item import LoadedModelsItem
    from ..models.training_memory import TrainingMemory
    from ..models.training_room_type_0 import TrainingRoomType0


T = TypeVar("T", bound="Stats")


@_attrs_define
class Stats:
    """
    Attributes:
        uptime_seconds (float): Seconds since the server was started.
        memory_bytes (int):
        requests (int):
        jobs (JobCounts): Numbers of training jobs that have not ended.
        engines (list[EngineStats]):
        device (DeviceCheckType0 | None): The WebGPU adapter in use; null while the compute process is down.
        training (None | TrainingRoomType0): Device memory for training beside the served models; null while the compute
            process is down.
        training_jobs (list[TrainingMemory]):
        models (list[LoadedModelsItem]):
        disk (DiskSpace): The disk that holds the data folder.
    """

    uptime_seconds: float
    memory_bytes: int
    requests: int
    jobs: JobCounts
    engines: list[EngineStats]
    device: DeviceCheckType0 | None
    training: None | TrainingRoomType0
    training_jobs: list[TrainingMemory]
    models: list[LoadedModelsItem]
    disk: DiskSpace

    def to_dict(self) -> dict[str, Any]:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.training_room_type_0 import TrainingRoomType0  # noqa: PLC0415

        uptime_seconds = self.uptime_seconds

        memory_bytes = self.memory_bytes

        requests = self.requests

        jobs = self.jobs.to_dict()

        engines = []
        for engines_item_data in self.engines:
            engines_item = engines_item_data.to_dict()
            engines.append(engines_item)

        device: dict[str, Any] | None
        if isinstance(self.device, DeviceCheckType0):
            device = self.device.to_dict()
        else:
            device = self.device

        training: dict[str, Any] | None
        if isinstance(self.training, TrainingRoomType0):
            training = self.training.to_dict()
        else:
            training = self.training

        training_jobs = []
        for training_jobs_item_data in self.training_jobs:
            training_jobs_item = training_jobs_item_data.to_dict()
            training_jobs.append(training_jobs_item)

        models = []
        for componentsschemas_loaded_models_item_data in self.models:
            componentsschemas_loaded_models_item = componentsschemas_loaded_models_item_data.to_dict()
            models.append(componentsschemas_loaded_models_item)

        disk = self.disk.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "uptime_seconds": uptime_seconds,
                "memory_bytes": memory_bytes,
                "requests": requests,
                "jobs": jobs,
                "engines": engines,
                "device": device,
                "training": training,
                "training_jobs": training_jobs,
                "models": models,
                "disk": disk,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.disk_space import DiskSpace  # noqa: PLC0415
        from ..models.engine_stats import EngineStats  # noqa: PLC0415
        from ..models.job_counts import JobCounts  # noqa: PLC0415
        from ..models.loaded_models_item import LoadedModelsItem  # noqa: PLC0415
        from ..models.training_memory import TrainingMemory  # noqa: PLC0415
        from ..models.training_room_type_0 import TrainingRoomType0  # noqa: PLC0415

        d = dict(src_dict)
        uptime_seconds = d.pop("uptime_seconds")

        memory_bytes = d.pop("memory_bytes")

        requests = d.pop("requests")

        jobs = JobCounts.from_dict(d.pop("jobs"))

        engines = []
        _engines = d.pop("engines")
        for engines_item_data in _engines:
            engines_item = EngineStats.from_dict(engines_item_data)

            engines.append(engines_item)

        def _parse_device(data: object) -> DeviceCheckType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_device_check_type_0 = DeviceCheckType0.from_dict(data)

                return componentsschemas_device_check_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DeviceCheckType0 | None, data)

        device = _parse_device(d.pop("device"))

        def _parse_training(data: object) -> None | TrainingRoomType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_training_room_type_0 = TrainingRoomType0.from_dict(data)

                return componentsschemas_training_room_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrainingRoomType0, data)

        training = _parse_training(d.pop("training"))

        training_jobs = []
        _training_jobs = d.pop("training_jobs")
        for training_jobs_item_data in _training_jobs:
            training_jobs_item = TrainingMemory.from_dict(training_jobs_item_data)

            training_jobs.append(training_jobs_item)

        models = []
        _models = d.pop("models")
        for componentsschemas_loaded_models_item_data in _models:
            componentsschemas_loaded_models_item = LoadedModelsItem.from_dict(componentsschemas_loaded_models_item_data)

            models.append(componentsschemas_loaded_models_item)

        disk = DiskSpace.from_dict(d.pop("disk"))

        stats = cls(
            uptime_seconds=uptime_seconds,
            memory_bytes=memory_bytes,
            requests=requests,
            jobs=jobs,
            engines=engines,
            device=device,
            training=training,
            training_jobs=training_jobs,
            models=models,
            disk=disk,
        )

        return stats
