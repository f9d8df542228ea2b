# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.training_function import TrainingFunction
    from ..models.training_tool import TrainingTool
    from ..models.trajectory_choice import TrajectoryChoice
    from ..models.trajectory_exchanges import TrajectoryExchanges
    from ..models.trajectory_history import TrajectoryHistory
    from ..models.trajectory_message import TrajectoryMessage
    from ..models.trajectory_metadata_type_0 import TrajectoryMetadataType0
    from ..models.trajectory_metrics_type_0 import TrajectoryMetricsType0


T = TypeVar("T", bound="Trajectory")


@_attrs_define
class Trajectory:
    """One attempt at a task. Clients omit fields with their default value, so nothing is required: a missing reward is 0,
    a missing list is empty.

        Attributes:
            messages_and_choices (list[TrajectoryChoice | TrajectoryMessage] | None | Unset): A conversation. An item with a
                `message` is a choice of the model; any other item is a plain message. If it is missing, it is empty: the
                trajectory has `exchanges` instead, or nothing to train on.
            exchanges (None | TrajectoryExchanges | Unset):
            tools (list[TrainingFunction | TrainingTool] | None | Unset):
            additional_histories (list[TrajectoryHistory] | None | Unset):
            reward (float | None | Unset): Higher is better. A missing reward is 0, as clients omit fields with their
                default value.
            initial_policy_version (int | None | Unset):
            final_policy_version (int | None | Unset):
            metrics (None | TrajectoryMetricsType0 | Unset):
            auto_metrics (None | TrajectoryMetricsType0 | Unset):
            metadata (None | TrajectoryMetadataType0 | Unset):
            logs (list[str] | None | Unset):
            start_time (None | str | Unset): ISO 8601, with or without a time zone.
    """

    messages_and_choices: list[TrajectoryChoice | TrajectoryMessage] | None | Unset = UNSET
    exchanges: None | TrajectoryExchanges | Unset = UNSET
    tools: list[TrainingFunction | TrainingTool] | None | Unset = UNSET
    additional_histories: list[TrajectoryHistory] | None | Unset = UNSET
    reward: float | None | Unset = UNSET
    initial_policy_version: int | None | Unset = UNSET
    final_policy_version: int | None | Unset = UNSET
    metrics: None | TrajectoryMetricsType0 | Unset = UNSET
    auto_metrics: None | TrajectoryMetricsType0 | Unset = UNSET
    metadata: None | TrajectoryMetadataType0 | Unset = UNSET
    logs: list[str] | None | Unset = UNSET
    start_time: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.training_tool import TrainingTool  # noqa: PLC0415
        from ..models.trajectory_choice import TrajectoryChoice  # noqa: PLC0415
        from ..models.trajectory_exchanges import TrajectoryExchanges  # noqa: PLC0415
        from ..models.trajectory_metadata_type_0 import TrajectoryMetadataType0  # noqa: PLC0415
        from ..models.trajectory_metrics_type_0 import TrajectoryMetricsType0  # noqa: PLC0415

        messages_and_choices: list[dict[str, Any]] | None | Unset
        if isinstance(self.messages_and_choices, Unset):
            messages_and_choices = UNSET
        elif isinstance(self.messages_and_choices, list):
            messages_and_choices = []
            for componentsschemas_messages_and_choices_type_0_item_data in self.messages_and_choices:
                componentsschemas_messages_and_choices_type_0_item: dict[str, Any]
                if isinstance(componentsschemas_messages_and_choices_type_0_item_data, TrajectoryChoice):
                    componentsschemas_messages_and_choices_type_0_item = (
                        componentsschemas_messages_and_choices_type_0_item_data.to_dict()
                    )
                else:
                    componentsschemas_messages_and_choices_type_0_item = (
                        componentsschemas_messages_and_choices_type_0_item_data.to_dict()
                    )

                messages_and_choices.append(componentsschemas_messages_and_choices_type_0_item)

        else:
            messages_and_choices = self.messages_and_choices

        exchanges: dict[str, Any] | None | Unset
        if isinstance(self.exchanges, Unset):
            exchanges = UNSET
        elif isinstance(self.exchanges, TrajectoryExchanges):
            exchanges = self.exchanges.to_dict()
        else:
            exchanges = self.exchanges

        tools: list[dict[str, Any]] | None | Unset
        if isinstance(self.tools, Unset):
            tools = UNSET
        elif isinstance(self.tools, list):
            tools = []
            for componentsschemas_trajectory_tools_type_0_item_data in self.tools:
                componentsschemas_trajectory_tools_type_0_item: dict[str, Any]
                if isinstance(componentsschemas_trajectory_tools_type_0_item_data, TrainingTool):
                    componentsschemas_trajectory_tools_type_0_item = (
                        componentsschemas_trajectory_tools_type_0_item_data.to_dict()
                    )
                else:
                    componentsschemas_trajectory_tools_type_0_item = (
                        componentsschemas_trajectory_tools_type_0_item_data.to_dict()
                    )

                tools.append(componentsschemas_trajectory_tools_type_0_item)

        else:
            tools = self.tools

        additional_histories: list[dict[str, Any]] | None | Unset
        if isinstance(self.additional_histories, Unset):
            additional_histories = UNSET
        elif isinstance(self.additional_histories, list):
            additional_histories = []
            for additional_histories_type_0_item_data in self.additional_histories:
                additional_histories_type_0_item = additional_histories_type_0_item_data.to_dict()
                additional_histories.append(additional_histories_type_0_item)

        else:
            additional_histories = self.additional_histories

        reward: float | None | Unset
        if isinstance(self.reward, Unset):
            reward = UNSET
        else:
            reward = self.reward

        initial_policy_version: int | None | Unset
        if isinstance(self.initial_policy_version, Unset):
            initial_policy_version = UNSET
        else:
            initial_policy_version = self.initial_policy_version

        final_policy_version: int | None | Unset
        if isinstance(self.final_policy_version, Unset):
            final_policy_version = UNSET
        else:
            final_policy_version = self.final_policy_version

        metrics: dict[str, Any] | None | Unset
        if isinstance(self.metrics, Unset):
            metrics = UNSET
        elif isinstance(self.metrics, TrajectoryMetricsType0):
            metrics = self.metrics.to_dict()
        else:
            metrics = self.metrics

        auto_metrics: dict[str, Any] | None | Unset
        if isinstance(self.auto_metrics, Unset):
            auto_metrics = UNSET
        elif isinstance(self.auto_metrics, TrajectoryMetricsType0):
            auto_metrics = self.auto_metrics.to_dict()
        else:
            auto_metrics = self.auto_metrics

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, TrajectoryMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        logs: list[str] | None | Unset
        if isinstance(self.logs, Unset):
            logs = UNSET
        elif isinstance(self.logs, list):
            logs = self.logs

        else:
            logs = self.logs

        start_time: None | str | Unset
        if isinstance(self.start_time, Unset):
            start_time = UNSET
        else:
            start_time = self.start_time

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if messages_and_choices is not UNSET:
            field_dict["messages_and_choices"] = messages_and_choices
        if exchanges is not UNSET:
            field_dict["exchanges"] = exchanges
        if tools is not UNSET:
            field_dict["tools"] = tools
        if additional_histories is not UNSET:
            field_dict["additional_histories"] = additional_histories
        if reward is not UNSET:
            field_dict["reward"] = reward
        if initial_policy_version is not UNSET:
            field_dict["initial_policy_version"] = initial_policy_version
        if final_policy_version is not UNSET:
            field_dict["final_policy_version"] = final_policy_version
        if metrics is not UNSET:
            field_dict["metrics"] = metrics
        if auto_metrics is not UNSET:
            field_dict["auto_metrics"] = auto_metrics
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if logs is not UNSET:
            field_dict["logs"] = logs
        if start_time is not UNSET:
            field_dict["start_time"] = start_time

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.training_function import TrainingFunction  # noqa: PLC0415
        from ..models.training_tool import TrainingTool  # noqa: PLC0415
        from ..models.trajectory_choice import TrajectoryChoice  # noqa: PLC0415
        from ..models.trajectory_exchanges import TrajectoryExchanges  # noqa: PLC0415
        from ..models.trajectory_history import TrajectoryHistory  # noqa: PLC0415
        from ..models.trajectory_message import TrajectoryMessage  # noqa: PLC0415
        from ..models.trajectory_metadata_type_0 import TrajectoryMetadataType0  # noqa: PLC0415
        from ..models.trajectory_metrics_type_0 import TrajectoryMetricsType0  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_messages_and_choices(data: object) -> list[TrajectoryChoice | TrajectoryMessage] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_messages_and_choices_type_0 = []
                _componentsschemas_messages_and_choices_type_0 = data
                for (
                    componentsschemas_messages_and_choices_type_0_item_data
                ) in _componentsschemas_messages_and_choices_type_0:

                    def _parse_componentsschemas_messages_and_choices_type_0_item(
                        data: object,
                    ) -> TrajectoryChoice | TrajectoryMessage:
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            componentsschemas_messages_and_choices_type_0_item_type_0 = TrajectoryChoice.from_dict(data)

                            return componentsschemas_messages_and_choices_type_0_item_type_0
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_messages_and_choices_type_0_item_type_1 = TrajectoryMessage.from_dict(data)

                        return componentsschemas_messages_and_choices_type_0_item_type_1

                    componentsschemas_messages_and_choices_type_0_item = (
                        _parse_componentsschemas_messages_and_choices_type_0_item(
                            componentsschemas_messages_and_choices_type_0_item_data
                        )
                    )

                    componentsschemas_messages_and_choices_type_0.append(
                        componentsschemas_messages_and_choices_type_0_item
                    )

                return componentsschemas_messages_and_choices_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrajectoryChoice | TrajectoryMessage] | None | Unset, data)

        messages_and_choices = _parse_messages_and_choices(d.pop("messages_and_choices", UNSET))

        def _parse_exchanges(data: object) -> None | TrajectoryExchanges | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                exchanges_type_0 = TrajectoryExchanges.from_dict(data)

                return exchanges_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrajectoryExchanges | Unset, data)

        exchanges = _parse_exchanges(d.pop("exchanges", UNSET))

        def _parse_tools(data: object) -> list[TrainingFunction | TrainingTool] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_trajectory_tools_type_0 = []
                _componentsschemas_trajectory_tools_type_0 = data
                for componentsschemas_trajectory_tools_type_0_item_data in _componentsschemas_trajectory_tools_type_0:

                    def _parse_componentsschemas_trajectory_tools_type_0_item(
                        data: object,
                    ) -> TrainingFunction | TrainingTool:
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            componentsschemas_trajectory_tools_type_0_item_type_0 = TrainingTool.from_dict(data)

                            return componentsschemas_trajectory_tools_type_0_item_type_0
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        if not isinstance(data, dict):
                            raise TypeError()
                        componentsschemas_trajectory_tools_type_0_item_type_1 = TrainingFunction.from_dict(data)

                        return componentsschemas_trajectory_tools_type_0_item_type_1

                    componentsschemas_trajectory_tools_type_0_item = (
                        _parse_componentsschemas_trajectory_tools_type_0_item(
                            componentsschemas_trajectory_tools_type_0_item_data
                        )
                    )

                    componentsschemas_trajectory_tools_type_0.append(componentsschemas_trajectory_tools_type_0_item)

                return componentsschemas_trajectory_tools_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrainingFunction | TrainingTool] | None | Unset, data)

        tools = _parse_tools(d.pop("tools", UNSET))

        def _parse_additional_histories(data: object) -> list[TrajectoryHistory] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                additional_histories_type_0 = []
                _additional_histories_type_0 = data
                for additional_histories_type_0_item_data in _additional_histories_type_0:
                    additional_histories_type_0_item = TrajectoryHistory.from_dict(
                        additional_histories_type_0_item_data
                    )

                    additional_histories_type_0.append(additional_histories_type_0_item)

                return additional_histories_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[TrajectoryHistory] | None | Unset, data)

        additional_histories = _parse_additional_histories(d.pop("additional_histories", UNSET))

        def _parse_reward(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        reward = _parse_reward(d.pop("reward", UNSET))

        def _parse_initial_policy_version(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        initial_policy_version = _parse_initial_policy_version(d.pop("initial_policy_version", UNSET))

        def _parse_final_policy_version(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        final_policy_version = _parse_final_policy_version(d.pop("final_policy_version", UNSET))

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

        def _parse_auto_metrics(data: object) -> None | TrajectoryMetricsType0 | Unset:
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

        auto_metrics = _parse_auto_metrics(d.pop("auto_metrics", UNSET))

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

        def _parse_start_time(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        start_time = _parse_start_time(d.pop("start_time", UNSET))

        trajectory = cls(
            messages_and_choices=messages_and_choices,
            exchanges=exchanges,
            tools=tools,
            additional_histories=additional_histories,
            reward=reward,
            initial_policy_version=initial_policy_version,
            final_policy_version=final_policy_version,
            metrics=metrics,
            auto_metrics=auto_metrics,
            metadata=metadata,
            logs=logs,
            start_time=start_time,
        )

        trajectory.additional_properties = d
        return trajectory

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
