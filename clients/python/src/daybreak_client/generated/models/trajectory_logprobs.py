# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.trajectory_logprob import TrajectoryLogprob


T = TypeVar("T", bound="TrajectoryLogprobs")


@_attrs_define
class TrajectoryLogprobs:
    """
    Attributes:
        content (list[TrajectoryLogprob] | None | Unset):
        refusal (list[TrajectoryLogprob] | None | Unset):
    """

    content: list[TrajectoryLogprob] | None | Unset = UNSET
    refusal: list[TrajectoryLogprob] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        content: list[dict[str, Any]] | None | Unset
        if isinstance(self.content, Unset):
            content = UNSET
        elif isinstance(self.content, list):
            content = []
            for componentsschemas_trajectory_logprob_entries_type_0_item_data in self.content:
                componentsschemas_trajectory_logprob_entries_type_0_item = (
                    componentsschemas_trajectory_logprob_entries_type_0_item_data.to_dict()
                )
                content.append(componentsschemas_trajectory_logprob_entries_type_0_item)

        else:
            content = self.content

        refusal: list[dict[str, Any]] | None | Unset
        if isinstance(self.refusal, Unset):
            refusal = UNSET
        elif isinstance(self.refusal, list):
            refusal = []
            for componentsschemas_trajectory_logprob_entries_type_0_item_data in self.refusal:
                componentsschemas_trajectory_logprob_entries_type_0_item = (
                    componentsschemas_trajectory_logprob_entries_type_0_item_data.to_dict()
                )
                refusal.append(componentsschemas_trajectory_logprob_entries_type_0_item)

        else:
            refusal = self.refusal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if content is not UNSET:
            field_dict["content"] = content
        if refusal is not UNSET:
            field_dict["refusal"] = refusal

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.trajectory_logprob import TrajectoryLogprob  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_content(data: object) -> list[TrajectoryLogprob] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_trajectory_logprob_entries_type_0 = []
                _componentsschemas_trajectory_logprob_entries_type_0 = data
                for (
                    componentsschemas_trajectory_logprob_entries_type_0_item_data
                ) in _componentsschemas_trajectory_logprob_entries_type_0:
                    componentsschemas_trajectory_logprob_entries_type_0_item = TrajectoryLogprob.from_dict(
                        componentsschemas_trajectory_logprob_entries_type_0_item_data
                    )

                    componentsschemas_trajectory_logprob_entries_type_0.append(
                        componentsschemas_trajectory_logprob_entries_type_0_item
                    )

                return componentsschemas_trajectory_logprob_entries_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrajectoryLogprob] | None | Unset, data)

        content = _parse_content(d.pop("content", UNSET))

        def _parse_refusal(data: object) -> list[TrajectoryLogprob] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_trajectory_logprob_entries_type_0 = []
                _componentsschemas_trajectory_logprob_entries_type_0 = data
                for (
                    componentsschemas_trajectory_logprob_entries_type_0_item_data
                ) in _componentsschemas_trajectory_logprob_entries_type_0:
                    componentsschemas_trajectory_logprob_entries_type_0_item = TrajectoryLogprob.from_dict(
                        componentsschemas_trajectory_logprob_entries_type_0_item_data
                    )

                    componentsschemas_trajectory_logprob_entries_type_0.append(
                        componentsschemas_trajectory_logprob_entries_type_0_item
                    )

                return componentsschemas_trajectory_logprob_entries_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrajectoryLogprob] | None | Unset, data)

        refusal = _parse_refusal(d.pop("refusal", UNSET))

        trajectory_logprobs = cls(
            content=content,
            refusal=refusal,
        )

        trajectory_logprobs.additional_properties = d
        return trajectory_logprobs

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
