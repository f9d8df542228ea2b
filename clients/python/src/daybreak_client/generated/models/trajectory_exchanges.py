# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.exchange import Exchange


T = TypeVar("T", bound="TrajectoryExchanges")


@_attrs_define
class TrajectoryExchanges:
    """Captured requests and responses, by protocol.

    Attributes:
        chat_completions (list[Exchange] | None | Unset):
        completions (list[Exchange] | None | Unset):
        responses (list[Exchange] | None | Unset):
        messages (list[Exchange] | None | Unset):
    """

    chat_completions: list[Exchange] | None | Unset = UNSET
    completions: list[Exchange] | None | Unset = UNSET
    responses: list[Exchange] | None | Unset = UNSET
    messages: list[Exchange] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        chat_completions: list[dict[str, Any]] | None | Unset
        if isinstance(self.chat_completions, Unset):
            chat_completions = UNSET
        elif isinstance(self.chat_completions, list):
            chat_completions = []
            for componentsschemas_exchange_list_type_0_item_data in self.chat_completions:
                componentsschemas_exchange_list_type_0_item = componentsschemas_exchange_list_type_0_item_data.to_dict()
                chat_completions.append(componentsschemas_exchange_list_type_0_item)

        else:
            chat_completions = self.chat_completions

        completions: list[dict[str, Any]] | None | Unset
        if isinstance(self.completions, Unset):
            completions = UNSET
        elif isinstance(self.completions, list):
            completions = []
            for componentsschemas_exchange_list_type_0_item_data in self.completions:
                componentsschemas_exchange_list_type_0_item = componentsschemas_exchange_list_type_0_item_data.to_dict()
                completions.append(componentsschemas_exchange_list_type_0_item)

        else:
            completions = self.completions

        responses: list[dict[str, Any]] | None | Unset
        if isinstance(self.responses, Unset):
            responses = UNSET
        elif isinstance(self.responses, list):
            responses = []
            for componentsschemas_exchange_list_type_0_item_data in self.responses:
                componentsschemas_exchange_list_type_0_item = componentsschemas_exchange_list_type_0_item_data.to_dict()
                responses.append(componentsschemas_exchange_list_type_0_item)

        else:
            responses = self.responses

        messages: list[dict[str, Any]] | None | Unset
        if isinstance(self.messages, Unset):
            messages = UNSET
        elif isinstance(self.messages, list):
            messages = []
            for componentsschemas_exchange_list_type_0_item_data in self.messages:
                componentsschemas_exchange_list_type_0_item = componentsschemas_exchange_list_type_0_item_data.to_dict()
                messages.append(componentsschemas_exchange_list_type_0_item)

        else:
            messages = self.messages

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if chat_completions is not UNSET:
            field_dict["chat_completions"] = chat_completions
        if completions is not UNSET:
            field_dict["completions"] = completions
        if responses is not UNSET:
            field_dict["responses"] = responses
        if messages is not UNSET:
            field_dict["messages"] = messages

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.exchange import Exchange  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_chat_completions(data: object) -> list[Exchange] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_exchange_list_type_0 = []
                _componentsschemas_exchange_list_type_0 = data
                for componentsschemas_exchange_list_type_0_item_data in _componentsschemas_exchange_list_type_0:
                    componentsschemas_exchange_list_type_0_item = Exchange.from_dict(
                        componentsschemas_exchange_list_type_0_item_data
                    )

                    componentsschemas_exchange_list_type_0.append(componentsschemas_exchange_list_type_0_item)

                return componentsschemas_exchange_list_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Exchange] | None | Unset, data)

        chat_completions = _parse_chat_completions(d.pop("chat_completions", UNSET))

        def _parse_completions(data: object) -> list[Exchange] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_exchange_list_type_0 = []
                _componentsschemas_exchange_list_type_0 = data
                for componentsschemas_exchange_list_type_0_item_data in _componentsschemas_exchange_list_type_0:
                    componentsschemas_exchange_list_type_0_item = Exchange.from_dict(
                        componentsschemas_exchange_list_type_0_item_data
                    )

                    componentsschemas_exchange_list_type_0.append(componentsschemas_exchange_list_type_0_item)

                return componentsschemas_exchange_list_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Exchange] | None | Unset, data)

        completions = _parse_completions(d.pop("completions", UNSET))

        def _parse_responses(data: object) -> list[Exchange] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_exchange_list_type_0 = []
                _componentsschemas_exchange_list_type_0 = data
                for componentsschemas_exchange_list_type_0_item_data in _componentsschemas_exchange_list_type_0:
                    componentsschemas_exchange_list_type_0_item = Exchange.from_dict(
                        componentsschemas_exchange_list_type_0_item_data
                    )

                    componentsschemas_exchange_list_type_0.append(componentsschemas_exchange_list_type_0_item)

                return componentsschemas_exchange_list_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Exchange] | None | Unset, data)

        responses = _parse_responses(d.pop("responses", UNSET))

        def _parse_messages(data: object) -> list[Exchange] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_exchange_list_type_0 = []
                _componentsschemas_exchange_list_type_0 = data
                for componentsschemas_exchange_list_type_0_item_data in _componentsschemas_exchange_list_type_0:
                    componentsschemas_exchange_list_type_0_item = Exchange.from_dict(
                        componentsschemas_exchange_list_type_0_item_data
                    )

                    componentsschemas_exchange_list_type_0.append(componentsschemas_exchange_list_type_0_item)

                return componentsschemas_exchange_list_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Exchange] | None | Unset, data)

        messages = _parse_messages(d.pop("messages", UNSET))

        trajectory_exchanges = cls(
            chat_completions=chat_completions,
            completions=completions,
            responses=responses,
            messages=messages,
        )

        trajectory_exchanges.additional_properties = d
        return trajectory_exchanges

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
