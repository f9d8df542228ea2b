# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.trajectory_message_role import TrajectoryMessageRole, check_trajectory_message_role
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject
    from ..models.trajectory_content_part import TrajectoryContentPart


T = TypeVar("T", bound="TrajectoryMessage")


@_attrs_define
class TrajectoryMessage:
    """
    Attributes:
        role (TrajectoryMessageRole):
        content (list[str | TrajectoryContentPart] | None | str | Unset):
        name (None | str | Unset):
        tool_call_id (None | str | Unset):
        tool_calls (list[FreeObject] | None | Unset):
    """

    role: TrajectoryMessageRole
    content: list[str | TrajectoryContentPart] | None | str | Unset = UNSET
    name: None | str | Unset = UNSET
    tool_call_id: None | str | Unset = UNSET
    tool_calls: list[FreeObject] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.trajectory_content_part import TrajectoryContentPart  # noqa: PLC0415

        role: str = self.role

        content: list[dict[str, Any] | str] | None | str | Unset
        if isinstance(self.content, Unset):
            content = UNSET
        elif isinstance(self.content, list):
            content = []
            for componentsschemas_trajectory_content_type_1_item_data in self.content:
                componentsschemas_trajectory_content_type_1_item: dict[str, Any] | str
                if isinstance(componentsschemas_trajectory_content_type_1_item_data, TrajectoryContentPart):
                    componentsschemas_trajectory_content_type_1_item = (
                        componentsschemas_trajectory_content_type_1_item_data.to_dict()
                    )
                else:
                    componentsschemas_trajectory_content_type_1_item = (
                        componentsschemas_trajectory_content_type_1_item_data
                    )
                content.append(componentsschemas_trajectory_content_type_1_item)

        else:
            content = self.content

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        tool_call_id: None | str | Unset
        if isinstance(self.tool_call_id, Unset):
            tool_call_id = UNSET
        else:
            tool_call_id = self.tool_call_id

        tool_calls: list[dict[str, Any]] | None | Unset
        if isinstance(self.tool_calls, Unset):
            tool_calls = UNSET
        elif isinstance(self.tool_calls, list):
            tool_calls = []
            for componentsschemas_trajectory_tool_calls_type_0_item_data in self.tool_calls:
                componentsschemas_trajectory_tool_calls_type_0_item = (
                    componentsschemas_trajectory_tool_calls_type_0_item_data.to_dict()
                )
                tool_calls.append(componentsschemas_trajectory_tool_calls_type_0_item)

        else:
            tool_calls = self.tool_calls

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "role": role,
            }
        )
        if content is not UNSET:
            field_dict["content"] = content
        if name is not UNSET:
            field_dict["name"] = name
        if tool_call_id is not UNSET:
            field_dict["tool_call_id"] = tool_call_id
        if tool_calls is not UNSET:
            field_dict["tool_calls"] = tool_calls

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.trajectory_content_part import TrajectoryContentPart  # noqa: PLC0415

        d = dict(src_dict)
        role = check_trajectory_message_role(d.pop("role"))

        def _parse_content(data: object) -> list[str | TrajectoryContentPart] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_trajectory_content_type_1 = []
                _componentsschemas_trajectory_content_type_1 = data
                for (
                    componentsschemas_trajectory_content_type_1_item_data
                ) in _componentsschemas_trajectory_content_type_1:

                    def _parse_componentsschemas_trajectory_content_type_1_item(
                        data: object,
                    ) -> str | TrajectoryContentPart:
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            componentsschemas_trajectory_content_type_1_item_type_0 = TrajectoryContentPart.from_dict(
                                data
                            )

                            return componentsschemas_trajectory_content_type_1_item_type_0
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        return cast(str | TrajectoryContentPart, data)

                    componentsschemas_trajectory_content_type_1_item = (
                        _parse_componentsschemas_trajectory_content_type_1_item(
                            componentsschemas_trajectory_content_type_1_item_data
                        )
                    )

                    componentsschemas_trajectory_content_type_1.append(componentsschemas_trajectory_content_type_1_item)

                return componentsschemas_trajectory_content_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str | TrajectoryContentPart] | None | str | Unset, data)

        content = _parse_content(d.pop("content", UNSET))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_tool_call_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        tool_call_id = _parse_tool_call_id(d.pop("tool_call_id", UNSET))

        def _parse_tool_calls(data: object) -> list[FreeObject] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_trajectory_tool_calls_type_0 = []
                _componentsschemas_trajectory_tool_calls_type_0 = data
                for (
                    componentsschemas_trajectory_tool_calls_type_0_item_data
                ) in _componentsschemas_trajectory_tool_calls_type_0:
                    componentsschemas_trajectory_tool_calls_type_0_item = FreeObject.from_dict(
                        componentsschemas_trajectory_tool_calls_type_0_item_data
                    )

                    componentsschemas_trajectory_tool_calls_type_0.append(
                        componentsschemas_trajectory_tool_calls_type_0_item
                    )

                return componentsschemas_trajectory_tool_calls_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[FreeObject] | None | Unset, data)

        tool_calls = _parse_tool_calls(d.pop("tool_calls", UNSET))

        trajectory_message = cls(
            role=role,
            content=content,
            name=name,
            tool_call_id=tool_call_id,
            tool_calls=tool_calls,
        )

        trajectory_message.additional_properties = d
        return trajectory_message

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
