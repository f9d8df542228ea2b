# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.trajectory_group import TrajectoryGroup


T = TypeVar("T", bound="LogTrajectoriesRequest")


@_attrs_define
class LogTrajectoriesRequest:
    """
    Attributes:
        split (str): Prefix of the metrics, such as `val` or `train`, without control characters.
        trajectory_groups (list[TrajectoryGroup]):
        model_id (None | str | Unset): If sent, it must be the model of the path.
    """

    split: str
    trajectory_groups: list[TrajectoryGroup]
    model_id: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        split = self.split

        trajectory_groups = []
        for componentsschemas_trajectory_groups_item_data in self.trajectory_groups:
            componentsschemas_trajectory_groups_item = componentsschemas_trajectory_groups_item_data.to_dict()
            trajectory_groups.append(componentsschemas_trajectory_groups_item)

        model_id: None | str | Unset
        if isinstance(self.model_id, Unset):
            model_id = UNSET
        else:
            model_id = self.model_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "split": split,
                "trajectory_groups": trajectory_groups,
            }
        )
        if model_id is not UNSET:
            field_dict["model_id"] = model_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.trajectory_group import TrajectoryGroup  # noqa: PLC0415

        d = dict(src_dict)
        split = d.pop("split")

        trajectory_groups = []
        _trajectory_groups = d.pop("trajectory_groups")
        for componentsschemas_trajectory_groups_item_data in _trajectory_groups:
            componentsschemas_trajectory_groups_item = TrajectoryGroup.from_dict(
                componentsschemas_trajectory_groups_item_data
            )

            trajectory_groups.append(componentsschemas_trajectory_groups_item)

        def _parse_model_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        model_id = _parse_model_id(d.pop("model_id", UNSET))

        log_trajectories_request = cls(
            split=split,
            trajectory_groups=trajectory_groups,
            model_id=model_id,
        )

        log_trajectories_request.additional_properties = d
        return log_trajectories_request

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
