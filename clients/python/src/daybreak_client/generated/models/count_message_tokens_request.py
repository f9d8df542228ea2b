# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject
    from ..models.message_output_config import MessageOutputConfig
    from ..models.message_text import MessageText
    from ..models.message_thinking import MessageThinking
    from ..models.message_tool import MessageTool
    from ..models.message_tool_choice import MessageToolChoice
    from ..models.message_turn import MessageTurn


T = TypeVar("T", bound="CountMessageTokensRequest")


@_attrs_define
class CountMessageTokensRequest:
    """
    Attributes:
        model (str): Name of a base model or of a trained model, as in chat.
        messages (list[MessageTurn]): The conversation. If the last message is from the assistant and has no tool calls,
            the answer continues it.
        system (list[MessageText] | None | str | Unset): System prompt. If there are several texts, the model receives
            them in order.
        tools (list[MessageTool] | None | Unset): Functions that the model may call.
        tool_choice (MessageToolChoice | None | Unset):
        thinking (MessageThinking | None | Unset):
        output_config (MessageOutputConfig | None | Unset):
        chat_template_kwargs (FreeObject | None | Unset): Additional variables for the chat template. A `chat_template`
            among them is used if the field of that name is absent.
    """

    model: str
    messages: list[MessageTurn]
    system: list[MessageText] | None | str | Unset = UNSET
    tools: list[MessageTool] | None | Unset = UNSET
    tool_choice: MessageToolChoice | None | Unset = UNSET
    thinking: MessageThinking | None | Unset = UNSET
    output_config: MessageOutputConfig | None | Unset = UNSET
    chat_template_kwargs: FreeObject | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.message_output_config import MessageOutputConfig  # noqa: PLC0415
        from ..models.message_thinking import MessageThinking  # noqa: PLC0415
        from ..models.message_tool_choice import MessageToolChoice  # noqa: PLC0415

        model = self.model

        messages = []
        for messages_item_data in self.messages:
            messages_item = messages_item_data.to_dict()
            messages.append(messages_item)

        system: list[dict[str, Any]] | None | str | Unset
        if isinstance(self.system, Unset):
            system = UNSET
        elif isinstance(self.system, list):
            system = []
            for system_type_1_item_data in self.system:
                system_type_1_item = system_type_1_item_data.to_dict()
                system.append(system_type_1_item)

        else:
            system = self.system

        tools: list[dict[str, Any]] | None | Unset
        if isinstance(self.tools, Unset):
            tools = UNSET
        elif isinstance(self.tools, list):
            tools = []
            for tools_type_0_item_data in self.tools:
                tools_type_0_item = tools_type_0_item_data.to_dict()
                tools.append(tools_type_0_item)

        else:
            tools = self.tools

        tool_choice: dict[str, Any] | None | Unset
        if isinstance(self.tool_choice, Unset):
            tool_choice = UNSET
        elif isinstance(self.tool_choice, MessageToolChoice):
            tool_choice = self.tool_choice.to_dict()
        else:
            tool_choice = self.tool_choice

        thinking: dict[str, Any] | None | Unset
        if isinstance(self.thinking, Unset):
            thinking = UNSET
        elif isinstance(self.thinking, MessageThinking):
            thinking = self.thinking.to_dict()
        else:
            thinking = self.thinking

        output_config: dict[str, Any] | None | Unset
        if isinstance(self.output_config, Unset):
            output_config = UNSET
        elif isinstance(self.output_config, MessageOutputConfig):
            output_config = self.output_config.to_dict()
        else:
            output_config = self.output_config

        chat_template_kwargs: dict[str, Any] | None | Unset
        if isinstance(self.chat_template_kwargs, Unset):
            chat_template_kwargs = UNSET
        elif isinstance(self.chat_template_kwargs, FreeObject):
            chat_template_kwargs = self.chat_template_kwargs.to_dict()
        else:
            chat_template_kwargs = self.chat_template_kwargs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "model": model,
                "messages": messages,
            }
        )
        if system is not UNSET:
            field_dict["system"] = system
        if tools is not UNSET:
            field_dict["tools"] = tools
        if tool_choice is not UNSET:
            field_dict["tool_choice"] = tool_choice
        if thinking is not UNSET:
            field_dict["thinking"] = thinking
        if output_config is not UNSET:
            field_dict["output_config"] = output_config
        if chat_template_kwargs is not UNSET:
            field_dict["chat_template_kwargs"] = chat_template_kwargs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.message_output_config import MessageOutputConfig  # noqa: PLC0415
        from ..models.message_text import MessageText  # noqa: PLC0415
        from ..models.message_thinking import MessageThinking  # noqa: PLC0415
        from ..models.message_tool import MessageTool  # noqa: PLC0415
        from ..models.message_tool_choice import MessageToolChoice  # noqa: PLC0415
        from ..models.message_turn import MessageTurn  # noqa: PLC0415

        d = dict(src_dict)
        model = d.pop("model")

        messages = []
        _messages = d.pop("messages")
        for messages_item_data in _messages:
            messages_item = MessageTurn.from_dict(messages_item_data)

            messages.append(messages_item)

        def _parse_system(data: object) -> list[MessageText] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                system_type_1 = []
                _system_type_1 = data
                for system_type_1_item_data in _system_type_1:
                    system_type_1_item = MessageText.from_dict(system_type_1_item_data)

                    system_type_1.append(system_type_1_item)

                return system_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[MessageText] | None | str | Unset, data)

        system = _parse_system(d.pop("system", UNSET))

        def _parse_tools(data: object) -> list[MessageTool] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                tools_type_0 = []
                _tools_type_0 = data
                for tools_type_0_item_data in _tools_type_0:
                    tools_type_0_item = MessageTool.from_dict(tools_type_0_item_data)

                    tools_type_0.append(tools_type_0_item)

                return tools_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[MessageTool] | None | Unset, data)

        tools = _parse_tools(d.pop("tools", UNSET))

        def _parse_tool_choice(data: object) -> MessageToolChoice | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tool_choice_type_0 = MessageToolChoice.from_dict(data)

                return tool_choice_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MessageToolChoice | None | Unset, data)

        tool_choice = _parse_tool_choice(d.pop("tool_choice", UNSET))

        def _parse_thinking(data: object) -> MessageThinking | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                thinking_type_0 = MessageThinking.from_dict(data)

                return thinking_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MessageThinking | None | Unset, data)

        thinking = _parse_thinking(d.pop("thinking", UNSET))

        def _parse_output_config(data: object) -> MessageOutputConfig | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                output_config_type_0 = MessageOutputConfig.from_dict(data)

                return output_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MessageOutputConfig | None | Unset, data)

        output_config = _parse_output_config(d.pop("output_config", UNSET))

        def _parse_chat_template_kwargs(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                chat_template_kwargs_type_0 = FreeObject.from_dict(data)

                return chat_template_kwargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        chat_template_kwargs = _parse_chat_template_kwargs(d.pop("chat_template_kwargs", UNSET))

        count_message_tokens_request = cls(
            model=model,
            messages=messages,
            system=system,
            tools=tools,
            tool_choice=tool_choice,
            thinking=thinking,
            output_config=output_config,
            chat_template_kwargs=chat_template_kwargs,
        )

        count_message_tokens_request.additional_properties = d
        return count_message_tokens_request

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
