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
    from ..models.trajectory_message import TrajectoryMessage


T = TypeVar("T", bound="TrajectoryHistory")


@_attrs_define
class TrajectoryHistory:
    """An additional conversation of the same trajectory, trained with the same advantage.

    Attributes:
        messages_and_choices (list[TrajectoryChoice | TrajectoryMessage] | None | Unset): A conversation. An item with a
            `message` is a choice of the model; any other item is a plain message. If it is missing, it is empty: the
            trajectory has `exchanges` instead, or nothing to train on.
        tools (list[TrainingFunction | TrainingTool] | None | Unset):
    """

    messages_and_choices: list[TrajectoryChoice | TrajectoryMessage] | None | Unset = UNSET
    tools: list[TrainingFunction | TrainingTool] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.training_tool import TrainingTool  # noqa: PLC0415
        from ..models.trajectory_choice import TrajectoryChoice  # noqa: PLC0415

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

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if messages_and_choices is not UNSET:
            field_dict["messages_and_choices"] = messages_and_choices
        if tools is not UNSET:
            field_dict["tools"] = tools

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.training_function import TrainingFunction  # noqa: PLC0415
        from ..models.training_tool import TrainingTool  # noqa: PLC0415
        from ..models.trajectory_choice import TrajectoryChoice  # noqa: PLC0415
        from ..models.trajectory_message import TrajectoryMessage  # noqa: PLC0415

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

        trajectory_history = cls(
            messages_and_choices=messages_and_choices,
            tools=tools,
        )

        trajectory_history.additional_properties = d
        return trajectory_history

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
