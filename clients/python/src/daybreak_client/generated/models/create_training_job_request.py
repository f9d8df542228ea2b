# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.rl_config import RlConfig
    from ..models.trajectory_group import TrajectoryGroup


T = TypeVar("T", bound="CreateTrainingJobRequest")


@_attrs_define
class CreateTrainingJobRequest:
    """
    Attributes:
        model_id (str):
        trajectory_groups (list[TrajectoryGroup]):
        experimental_config (None | RlConfig | Unset):
    """

    model_id: str
    trajectory_groups: list[TrajectoryGroup]
    experimental_config: None | RlConfig | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.rl_config import RlConfig  # noqa: PLC0415

        model_id = self.model_id

        trajectory_groups = []
        for componentsschemas_trajectory_groups_item_data in self.trajectory_groups:
            componentsschemas_trajectory_groups_item = componentsschemas_trajectory_groups_item_data.to_dict()
            trajectory_groups.append(componentsschemas_trajectory_groups_item)

        experimental_config: dict[str, Any] | None | Unset
        if isinstance(self.experimental_config, Unset):
            experimental_config = UNSET
        elif isinstance(self.experimental_config, RlConfig):
            experimental_config = self.experimental_config.to_dict()
        else:
            experimental_config = self.experimental_config

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "model_id": model_id,
                "trajectory_groups": trajectory_groups,
            }
        )
        if experimental_config is not UNSET:
            field_dict["experimental_config"] = experimental_config

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rl_config import RlConfig  # noqa: PLC0415
        from ..models.trajectory_group import TrajectoryGroup  # noqa: PLC0415

        d = dict(src_dict)
        model_id = d.pop("model_id")

        trajectory_groups = []
        _trajectory_groups = d.pop("trajectory_groups")
        for componentsschemas_trajectory_groups_item_data in _trajectory_groups:
            componentsschemas_trajectory_groups_item = TrajectoryGroup.from_dict(
                componentsschemas_trajectory_groups_item_data
            )

            trajectory_groups.append(componentsschemas_trajectory_groups_item)

        def _parse_experimental_config(data: object) -> None | RlConfig | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                experimental_config_type_0 = RlConfig.from_dict(data)

                return experimental_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RlConfig | Unset, data)

        experimental_config = _parse_experimental_config(d.pop("experimental_config", UNSET))

        create_training_job_request = cls(
            model_id=model_id,
            trajectory_groups=trajectory_groups,
            experimental_config=experimental_config,
        )

        create_training_job_request.additional_properties = d
        return create_training_job_request

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
