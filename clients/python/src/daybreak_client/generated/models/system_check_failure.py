# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.device_check_type_0 import DeviceCheckType0
    from ..models.error_info import ErrorInfo
    from ..models.loaded_models_item import LoadedModelsItem
    from ..models.part_check import PartCheck
    from ..models.validation_issue import ValidationIssue


T = TypeVar("T", bound="SystemCheckFailure")


@_attrs_define
class SystemCheckFailure:
    """An error body and a system check in one.

    Attributes:
        error (ErrorInfo):
        detail (list[ValidationIssue] | str): Every validation issue when validation failed, else the message again.
        api (PartCheck):
        database (PartCheck):
        cpu_queue (PartCheck):
        gpu_queue (PartCheck):
        device (DeviceCheckType0 | None): The adapter that computes; null while the compute process is down.
        models (list[LoadedModelsItem]):
    """

    error: ErrorInfo
    detail: list[ValidationIssue] | str
    api: PartCheck
    database: PartCheck
    cpu_queue: PartCheck
    gpu_queue: PartCheck
    device: DeviceCheckType0 | None
    models: list[LoadedModelsItem]

    def to_dict(self) -> dict[str, Any]:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415

        error = self.error.to_dict()

        detail: list[dict[str, Any]] | str
        if isinstance(self.detail, list):
            detail = []
            for componentsschemas_error_detail_type_0_item_data in self.detail:
                componentsschemas_error_detail_type_0_item = componentsschemas_error_detail_type_0_item_data.to_dict()
                detail.append(componentsschemas_error_detail_type_0_item)

        else:
            detail = self.detail

        api = self.api.to_dict()

        database = self.database.to_dict()

        cpu_queue = self.cpu_queue.to_dict()

        gpu_queue = self.gpu_queue.to_dict()

        device: dict[str, Any] | None
        if isinstance(self.device, DeviceCheckType0):
            device = self.device.to_dict()
        else:
            device = self.device

        models = []
        for componentsschemas_loaded_models_item_data in self.models:
            componentsschemas_loaded_models_item = componentsschemas_loaded_models_item_data.to_dict()
            models.append(componentsschemas_loaded_models_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "error": error,
                "detail": detail,
                "api": api,
                "database": database,
                "cpu_queue": cpu_queue,
                "gpu_queue": gpu_queue,
                "device": device,
                "models": models,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.device_check_type_0 import DeviceCheckType0  # noqa: PLC0415
        from ..models.error_info import ErrorInfo  # noqa: PLC0415
        from ..models.loaded_models_item import LoadedModelsItem  # noqa: PLC0415
        from ..models.part_check import PartCheck  # noqa: PLC0415
        from ..models.validation_issue import ValidationIssue  # noqa: PLC0415

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

        models = []
        _models = d.pop("models")
        for componentsschemas_loaded_models_item_data in _models:
            componentsschemas_loaded_models_item = LoadedModelsItem.from_dict(componentsschemas_loaded_models_item_data)

            models.append(componentsschemas_loaded_models_item)

        system_check_failure = cls(
            error=error,
            detail=detail,
            api=api,
            database=database,
            cpu_queue=cpu_queue,
            gpu_queue=gpu_queue,
            device=device,
            models=models,
        )

        return system_check_failure
