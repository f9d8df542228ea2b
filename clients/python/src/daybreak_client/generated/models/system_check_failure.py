# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.device_check_type_0 import DeviceCheckType0
    from ..models.disk_space import DiskSpace
    from ..models.error_info import ErrorInfo
    from ..models.loaded_models_item import LoadedModelsItem
    from ..models.part_check import PartCheck
    from ..models.training_room_type_0 import TrainingRoomType0
    from ..models.validation_issue import ValidationIssue
    from ..models.worker import Worker


T = TypeVar("T", bound="SystemCheckFailure")


@_attrs_define
class SystemCheckFailure:
    """An error body combined with a system check; only the error body while the server is stopping.

    Attributes:
        error (ErrorInfo):
        detail (list[ValidationIssue] | str): All validation issues if validation failed, otherwise the message again.
        api (PartCheck | Unset):
        database (PartCheck | Unset):
        cpu_queue (PartCheck | Unset):
        gpu_queue (PartCheck | Unset):
        device (DeviceCheckType0 | None | Unset): The WebGPU adapter in use; null while the compute process is down.
        training (None | TrainingRoomType0 | Unset): Device memory for training beside the served models; null while the
            compute process is down.
        models (list[LoadedModelsItem] | Unset):
        disk (DiskSpace | None | Unset): Null if unknown.
        workers (list[Worker] | Unset):
        warnings (list[str] | Unset): Configuration problems that separate workers from this server or from each other,
            and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no
            chats. Streams do not move between workers of different versions.
    """

    error: ErrorInfo
    detail: list[ValidationIssue] | str
    api: PartCheck | Unset = UNSET
    database: PartCheck | Unset = UNSET
    cpu_queue: PartCheck | Unset = UNSET
    gpu_queue: PartCheck | Unset = UNSET
    device: DeviceCheckType0 | None | Unset = UNSET
    training: None | TrainingRoomType0 | Unset = UNSET
    models: list[LoadedModelsItem] | Unset = UNSET
    disk: DiskSpace | None | Unset = UNSET
    workers: list[Worker] | Unset = UNSET
    warnings: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.disk_space import DiskSpace  # noqa: PLC0415
        from ..models.training_room_type_0 import TrainingRoomType0  # noqa: PLC0415

        error = self.error.to_dict()

        detail: list[dict[str, Any]] | str
        if isinstance(self.detail, list):
            detail = []
            for componentsschemas_error_detail_type_0_item_data in self.detail:
                componentsschemas_error_detail_type_0_item = componentsschemas_error_detail_type_0_item_data.to_dict()
                detail.append(componentsschemas_error_detail_type_0_item)

        else:
            detail = self.detail

        api: dict[str, Any] | Unset = UNSET
        if not isinstance(self.api, Unset):
            api = self.api.to_dict()

        database: dict[str, Any] | Unset = UNSET
        if not isinstance(self.database, Unset):
            database = self.database.to_dict()

        cpu_queue: dict[str, Any] | Unset = UNSET
        if not isinstance(self.cpu_queue, Unset):
            cpu_queue = self.cpu_queue.to_dict()

        gpu_queue: dict[str, Any] | Unset = UNSET
        if not isinstance(self.gpu_queue, Unset):
            gpu_queue = self.gpu_queue.to_dict()

        device: dict[str, Any] | None | Unset
        if isinstance(self.device, Unset):
            device = UNSET
        elif isinstance(self.device, DeviceCheckType0):
            device = self.device.to_dict()
        else:
            device = self.device

        training: dict[str, Any] | None | Unset
        if isinstance(self.training, Unset):
            training = UNSET
        elif isinstance(self.training, TrainingRoomType0):
            training = self.training.to_dict()
        else:
            training = self.training

        models: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.models, Unset):
            models = []
            for componentsschemas_loaded_models_item_data in self.models:
                componentsschemas_loaded_models_item = componentsschemas_loaded_models_item_data.to_dict()
                models.append(componentsschemas_loaded_models_item)

        disk: dict[str, Any] | None | Unset
        if isinstance(self.disk, Unset):
            disk = UNSET
        elif isinstance(self.disk, DiskSpace):
            disk = self.disk.to_dict()
        else:
            disk = self.disk

        workers: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.workers, Unset):
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
                "error": error,
                "detail": detail,
            }
        )
        if api is not UNSET:
            field_dict["api"] = api
        if database is not UNSET:
            field_dict["database"] = database
        if cpu_queue is not UNSET:
            field_dict["cpu_queue"] = cpu_queue
        if gpu_queue is not UNSET:
            field_dict["gpu_queue"] = gpu_queue
        if device is not UNSET:
            field_dict["device"] = device
        if training is not UNSET:
            field_dict["training"] = training
        if models is not UNSET:
            field_dict["models"] = models
        if disk is not UNSET:
            field_dict["disk"] = disk
        if workers is not UNSET:
            field_dict["workers"] = workers
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.disk_space import DiskSpace  # noqa: PLC0415
        from ..models.error_info import ErrorInfo  # noqa: PLC0415
        from ..models.loaded_models_item import LoadedModelsItem  # noqa: PLC0415
        from ..models.part_check import PartCheck  # noqa: PLC0415
        from ..models.training_room_type_0 import TrainingRoomType0  # noqa: PLC0415
        from ..models.validation_issue import ValidationIssue  # noqa: PLC0415
        from ..models.worker import Worker  # noqa: PLC0415

        d = dict(src_dict)
        error = ErrorInfo.from_dict(d.pop("error"))

        def _parse_detail(data: object) -> list[ValidationIssue] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_error_detail_type_0 = []
                _componentsschemas_error_detail_type_0 = data
                for componentsschemas_error_detail_type_0_item_data in _componentsschemas_error_detail_type_0:
                    componentsschemas_error_detail_type_0_item = ValidationIssue.from_dict(
                        componentsschemas_error_detail_type_0_item_data
                    )

                    componentsschemas_error_detail_type_0.append(componentsschemas_error_detail_type_0_item)

                return componentsschemas_error_detail_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ValidationIssue] | str, data)

        detail = _parse_detail(d.pop("detail"))

        _api = d.pop("api", UNSET)
        api: PartCheck | Unset
        if isinstance(_api, Unset):
            api = UNSET
        else:
            api = PartCheck.from_dict(_api)

        _database = d.pop("database", UNSET)
        database: PartCheck | Unset
        if isinstance(_database, Unset):
            database = UNSET
        else:
            database = PartCheck.from_dict(_database)

        _cpu_queue = d.pop("cpu_queue", UNSET)
        cpu_queue: PartCheck | Unset
        if isinstance(_cpu_queue, Unset):
            cpu_queue = UNSET
        else:
            cpu_queue = PartCheck.from_dict(_cpu_queue)

        _gpu_queue = d.pop("gpu_queue", UNSET)
        gpu_queue: PartCheck | Unset
        if isinstance(_gpu_queue, Unset):
            gpu_queue = UNSET
        else:
            gpu_queue = PartCheck.from_dict(_gpu_queue)

        def _parse_device(data: object) -> DeviceCheckType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_device_check_type_0 = DeviceCheckType0.from_dict(data)

                return componentsschemas_device_check_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DeviceCheckType0 | None | Unset, data)

        device = _parse_device(d.pop("device", UNSET))

        def _parse_training(data: object) -> None | TrainingRoomType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_training_room_type_0 = TrainingRoomType0.from_dict(data)

                return componentsschemas_training_room_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrainingRoomType0 | Unset, data)

        training = _parse_training(d.pop("training", UNSET))

        _models = d.pop("models", UNSET)
        models: list[LoadedModelsItem] | Unset = UNSET
        if _models is not UNSET:
            models = []
            for componentsschemas_loaded_models_item_data in _models:
                componentsschemas_loaded_models_item = LoadedModelsItem.from_dict(
                    componentsschemas_loaded_models_item_data
                )

                models.append(componentsschemas_loaded_models_item)

        def _parse_disk(data: object) -> DiskSpace | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                disk_type_0 = DiskSpace.from_dict(data)

                return disk_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DiskSpace | None | Unset, data)

        disk = _parse_disk(d.pop("disk", UNSET))

        _workers = d.pop("workers", UNSET)
        workers: list[Worker] | Unset = UNSET
        if _workers is not UNSET:
            workers = []
            for componentsschemas_workers_item_data in _workers:
                componentsschemas_workers_item = Worker.from_dict(componentsschemas_workers_item_data)

                workers.append(componentsschemas_workers_item)

        warnings = cast(list[str], d.pop("warnings", UNSET))

        system_check_failure = cls(
            error=error,
            detail=detail,
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

        return system_check_failure
