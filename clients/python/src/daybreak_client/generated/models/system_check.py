# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.device_check_type_0 import DeviceCheckType0
    from ..models.disk_space import DiskSpace
    from ..models.loaded_models_item import LoadedModelsItem
    from ..models.part_check import PartCheck
    from ..models.training_room_type_0 import TrainingRoomType0
    from ..models.worker import Worker


T = TypeVar("T", bound="SystemCheck")


@_attrs_define
class SystemCheck:
    """
    Attributes:
        api (PartCheck):
        database (PartCheck):
        cpu_queue (PartCheck):
        gpu_queue (PartCheck):
        device (DeviceCheckType0 | None): The WebGPU adapter in use; null while the compute process is down.
        training (None | TrainingRoomType0): Device memory for training beside the served models; null while the compute
            process is down.
        models (list[LoadedModelsItem]):
        disk (DiskSpace | None): Null if unknown.
        workers (list[Worker]):
        warnings (list[str] | Unset): Configuration problems that separate workers from this server or from each other,
            and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no
            chats. Streams do not move between workers of different versions.
    """

    api: PartCheck
    database: PartCheck
    cpu_queue: PartCheck
    gpu_queue: PartCheck
    device: DeviceCheckType0 | None
    training: None | TrainingRoomType0
    models: list[LoadedModelsItem]
    disk: DiskSpace | None
    workers: list[Worker]
    warnings: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.disk_space import DiskSpace  # noqa: PLC0415
        from ..models.training_room_type_0 import TrainingRoomType0  # noqa: PLC0415

        api = self.api.to_dict()

        database = self.database.to_dict()

        cpu_queue = self.cpu_queue.to_dict()

        gpu_queue = self.gpu_queue.to_dict()

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

        models = []
        for componentsschemas_loaded_models_item_data in self.models:
            componentsschemas_loaded_models_item = componentsschemas_loaded_models_item_data.to_dict()
            models.append(componentsschemas_loaded_models_item)

        disk: dict[str, Any] | None
        if isinstance(self.disk, DiskSpace):
            disk = self.disk.to_dict()
        else:
            disk = self.disk

        workers = []
        for componentsschemas_workers_item_data in self.workers:
            componentsschemas_workers_item = componentsschemas_workers_item_data.to_dict()
            workers.append(componentsschemas_workers_item)

        warnings: list[str] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = self.warnings

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "api": api,
                "database": database,
                "cpu_queue": cpu_queue,
                "gpu_queue": gpu_queue,
                "device": device,
                "training": training,
                "models": models,
                "disk": disk,
                "workers": workers,
            }
        )
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.disk_space import DiskSpace  # noqa: PLC0415
        from ..models.loaded_models_item import LoadedModelsItem  # noqa: PLC0415
        from ..models.part_check import PartCheck  # noqa: PLC0415
        from ..models.training_room_type_0 import TrainingRoomType0  # noqa: PLC0415
        from ..models.worker import Worker  # noqa: PLC0415

        d = dict(src_dict)
        api = PartCheck.from_dict(d.pop("api"))

        database = PartCheck.from_dict(d.pop("database"))

        cpu_queue = PartCheck.from_dict(d.pop("cpu_queue"))

        gpu_queue = PartCheck.from_dict(d.pop("gpu_queue"))

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

        models = []
        _models = d.pop("models")
        for componentsschemas_loaded_models_item_data in _models:
            componentsschemas_loaded_models_item = LoadedModelsItem.from_dict(componentsschemas_loaded_models_item_data)

            models.append(componentsschemas_loaded_models_item)

        def _parse_disk(data: object) -> DiskSpace | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                disk_type_0 = DiskSpace.from_dict(data)

                return disk_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DiskSpace | None, data)

        disk = _parse_disk(d.pop("disk"))

        workers = []
        _workers = d.pop("workers")
        for componentsschemas_workers_item_data in _workers:
            componentsschemas_workers_item = Worker.from_dict(componentsschemas_workers_item_data)

            workers.append(componentsschemas_workers_item)

        warnings = cast(list[str], d.pop("warnings", UNSET))

        system_check = cls(
            api=api,
            database=database,
            cpu_queue=cpu_queue,
            gpu_queue=gpu_queue,
            device=device,
            training=training,
            models=models,
            disk=disk,
            workers=workers,
            warnings=warnings,
        )

        return system_check
