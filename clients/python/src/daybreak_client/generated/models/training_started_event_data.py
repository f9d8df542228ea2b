# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TrainingStartedEventData")


@_attrs_define
class TrainingStartedEventData:
    """
    Attributes:
        num_sequences (int):
        ignored_fields (list[str] | Unset):
        notice (str | Unset): The reason why the job has nothing to train on, or trains on less than was sent.
    """

    num_sequences: int
    ignored_fields: list[str] | Unset = UNSET
    notice: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        num_sequences = self.num_sequences

        ignored_fields: list[str] | Unset = UNSET
        if not isinstance(self.ignored_fields, Unset):
            ignored_fields = self.ignored_fields

        notice = self.notice

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "num_sequences": num_sequences,
            }
        )
        if ignored_fields is not UNSET:
            field_dict["ignored_fields"] = ignored_fields
        if notice is not UNSET:
            field_dict["notice"] = notice

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        num_sequences = d.pop("num_sequences")

        ignored_fields = cast(list[str], d.pop("ignored_fields", UNSET))

        notice = d.pop("notice", UNSET)

        training_started_event_data = cls(
            num_sequences=num_sequences,
            ignored_fields=ignored_fields,
            notice=notice,
        )

        return training_started_event_data
