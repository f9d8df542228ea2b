# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.sft_config_assistant_turns_type_0 import (
    SftConfigAssistantTurnsType0,
    check_sft_config_assistant_turns_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.metric_logging import MetricLogging


T = TypeVar("T", bound="SftConfig")


@_attrs_define
class SftConfig:
    """
    Attributes:
        batch_size (int | Literal['auto'] | None | Unset): Number of conversations per optimizer step. Null, absent and
            `auto` mean 2.
        learning_rate (float | list[float] | None | Unset): One learning rate for all batches, or a list with one per
            batch; surplus rates are not used. Null or absent is 5e-5.
        assistant_turns (None | SftConfigAssistantTurnsType0 | Unset): Train on every answer of a conversation, or only
            on the last.
        metric_logging (MetricLogging | None | Unset):
    """

    batch_size: int | Literal["auto"] | None | Unset = UNSET
    learning_rate: float | list[float] | None | Unset = UNSET
    assistant_turns: None | SftConfigAssistantTurnsType0 | Unset = UNSET
    metric_logging: MetricLogging | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.metric_logging import MetricLogging  # noqa: PLC0415

        batch_size: int | Literal["auto"] | None | Unset
        if isinstance(self.batch_size, Unset):
            batch_size = UNSET
        else:
            batch_size = self.batch_size

        learning_rate: float | list[float] | None | Unset
        if isinstance(self.learning_rate, Unset):
            learning_rate = UNSET
        elif isinstance(self.learning_rate, list):
            learning_rate = self.learning_rate

        else:
            learning_rate = self.learning_rate

        assistant_turns: None | str | Unset
        if isinstance(self.assistant_turns, Unset):
            assistant_turns = UNSET
        elif isinstance(self.assistant_turns, str):
            assistant_turns = self.assistant_turns
        else:
            assistant_turns = self.assistant_turns

        metric_logging: dict[str, Any] | None | Unset
        if isinstance(self.metric_logging, Unset):
            metric_logging = UNSET
        elif isinstance(self.metric_logging, MetricLogging):
            metric_logging = self.metric_logging.to_dict()
        else:
            metric_logging = self.metric_logging

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if batch_size is not UNSET:
            field_dict["batch_size"] = batch_size
        if learning_rate is not UNSET:
            field_dict["learning_rate"] = learning_rate
        if assistant_turns is not UNSET:
            field_dict["assistant_turns"] = assistant_turns
        if metric_logging is not UNSET:
            field_dict["metric_logging"] = metric_logging

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metric_logging import MetricLogging  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_batch_size(data: object) -> int | Literal["auto"] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            batch_size_type_1 = cast(Literal["auto"], data)
            if batch_size_type_1 != "auto":
                raise ValueError(f"batch_size_type_1 must match const 'auto', got '{batch_size_type_1}'")
            return batch_size_type_1
            return cast(int | Literal["auto"] | None | Unset, data)

        batch_size = _parse_batch_size(d.pop("batch_size", UNSET))

        def _parse_learning_rate(data: object) -> float | list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                learning_rate_type_1 = cast(list[float], data)

                return learning_rate_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(float | list[float] | None | Unset, data)

        learning_rate = _parse_learning_rate(d.pop("learning_rate", UNSET))

        def _parse_assistant_turns(data: object) -> None | SftConfigAssistantTurnsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                assistant_turns_type_0 = check_sft_config_assistant_turns_type_0(data)

                return assistant_turns_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SftConfigAssistantTurnsType0 | Unset, data)

        assistant_turns = _parse_assistant_turns(d.pop("assistant_turns", UNSET))

        def _parse_metric_logging(data: object) -> MetricLogging | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metric_logging_type_0 = MetricLogging.from_dict(data)

                return metric_logging_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MetricLogging | None | Unset, data)

        metric_logging = _parse_metric_logging(d.pop("metric_logging", UNSET))

        sft_config = cls(
            batch_size=batch_size,
            learning_rate=learning_rate,
            assistant_turns=assistant_turns,
            metric_logging=metric_logging,
        )

        sft_config.additional_properties = d
        return sft_config

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
