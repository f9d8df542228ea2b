# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.trajectory import Trajectory
    from ..models.trajectory_exception import TrajectoryException
    from ..models.trajectory_metadata_type_0 import TrajectoryMetadataType0
    from ..models.trajectory_metrics_type_0 import TrajectoryMetricsType0


T = TypeVar("T", bound="TrajectoryGroup")


@_attrs_define
class TrajectoryGroup:
    """Trajectories of one task; their advantages are relative to the group.

    Attributes:
        trajectories (list[Trajectory] | None | Unset):
        exceptions (list[TrajectoryException] | None | Unset):
        metadata (None | TrajectoryMetadataType0 | Unset):
        metrics (None | TrajectoryMetricsType0 | Unset):
        logs (list[str] | None | Unset):
    """

    trajectories: list[Trajectory] | None | Unset = UNSET
    exceptions: list[TrajectoryException] | None | Unset = UNSET
    metadata: None | TrajectoryMetadataType0 | Unset = UNSET
    metrics: None | TrajectoryMetricsType0 | Unset = UNSET
    logs: list[str] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.trajectory_metadata_type_0 import TrajectoryMetadataType0  # noqa: PLC0415
        from ..models.trajectory_metrics_type_0 import TrajectoryMetricsType0  # noqa: PLC0415

        trajectories: list[dict[str, Any]] | None | Unset
        if isinstance(self.trajectories, Unset):
            trajectories = UNSET
        elif isinstance(self.trajectories, list):
            trajectories = []
            for trajectories_type_0_item_data in self.trajectories:
                trajectories_type_0_item = trajectories_type_0_item_data.to_dict()
                trajectories.append(trajectories_type_0_item)

        else:
            trajectories = self.trajectories

        exceptions: list[dict[str, Any]] | None | Unset
        if isinstance(self.exceptions, Unset):
            exceptions = UNSET
        elif isinstance(self.exceptions, list):
            exceptions = []
            for exceptions_type_0_item_data in self.exceptions:
                exceptions_type_0_item = exceptions_type_0_item_data.to_dict()
                exceptions.append(exceptions_type_0_item)

        else:
            exceptions = self.exceptions

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, TrajectoryMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        metrics: dict[str, Any] | None | Unset
        if isinstance(self.metrics, Unset):
            metrics = UNSET
        elif isinstance(self.metrics, TrajectoryMetricsType0):
            metrics = self.metrics.to_dict()
        else:
            metrics = self.metrics

        logs: list[str] | None | Unset
        if isinstance(self.logs, Unset):
            logs = UNSET
        elif isinstance(self.logs, list):
            logs = self.logs

        else:
            logs = self.logs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if trajectories is not UNSET:
            field_dict["trajectories"] = trajectories
        if exceptions is not UNSET:
            field_dict["exceptions"] = exceptions
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if metrics is not UNSET:
            field_dict["metrics"] = metrics
        if logs is not UNSET:
            field_dict["logs"] = logs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.trajectory import Trajectory  # noqa: PLC0415
        from ..models.trajectory_exception import TrajectoryException  # noqa: PLC0415
        from ..models.trajectory_metadata_type_0 import TrajectoryMetadataType0  # noqa: PLC0415
        from ..models.trajectory_metrics_type_0 import TrajectoryMetricsType0  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_trajectories(data: object) -> list[Trajectory] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                trajectories_type_0 = []
                _trajectories_type_0 = data
                for trajectories_type_0_item_data in _trajectories_type_0:
                    trajectories_type_0_item = Trajectory.from_dict(trajectories_type_0_item_data)

                    trajectories_type_0.append(trajectories_type_0_item)

                return trajectories_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Trajectory] | None | Unset, data)

        trajectories = _parse_trajectories(d.pop("trajectories", UNSET))

        def _parse_exceptions(data: object) -> list[TrajectoryException] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                exceptions_type_0 = []
                _exceptions_type_0 = data
                for exceptions_type_0_item_data in _exceptions_type_0:
                    exceptions_type_0_item = TrajectoryException.from_dict(exceptions_type_0_item_data)

                    exceptions_type_0.append(exceptions_type_0_item)

                return exceptions_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrajectoryException] | None | Unset, data)

        exceptions = _parse_exceptions(d.pop("exceptions", UNSET))

        def _parse_metadata(data: object) -> None | TrajectoryMetadataType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_trajectory_metadata_type_0 = TrajectoryMetadataType0.from_dict(data)

                return componentsschemas_trajectory_metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrajectoryMetadataType0 | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        def _parse_metrics(data: object) -> None | TrajectoryMetricsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_trajectory_metrics_type_0 = TrajectoryMetricsType0.from_dict(data)

                return componentsschemas_trajectory_metrics_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrajectoryMetricsType0 | Unset, data)

        metrics = _parse_metrics(d.pop("metrics", UNSET))

        def _parse_logs(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_trajectory_logs_type_0 = cast(list[str], data)

                return componentsschemas_trajectory_logs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        logs = _parse_logs(d.pop("logs", UNSET))

        trajectory_group = cls(
            trajectories=trajectories,
            exceptions=exceptions,
            metadata=metadata,
            metrics=metrics,
            logs=logs,
        )

        trajectory_group.additional_properties = d
        return trajectory_group

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
