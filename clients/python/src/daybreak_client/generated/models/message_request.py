# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.engine_arguments import EngineArguments
    from ..models.free_object import FreeObject
    from ..models.message_output_config import MessageOutputConfig
    from ..models.message_text import MessageText
    from ..models.message_thinking import MessageThinking
    from ..models.message_tool import MessageTool
    from ..models.message_tool_choice import MessageToolChoice
    from ..models.message_turn import MessageTurn


T = TypeVar("T", bound="MessageRequest")


@_attrs_define
class MessageRequest:
    """Anthropic's fields that are not listed here, such as `metadata` and `service_tier`, have no effect. `cache_control`
    has no effect because prompts are always cached.

        Attributes:
            model (str): Name of a base model or of a trained model, as in chat.
            messages (list[MessageTurn]): The conversation. If the last message is from the assistant and has no tool calls,
                the answer continues it.
            max_tokens (int): Maximum number of tokens to generate, including thinking. If the prompt leaves less of the
                context, generation ends with the context, and `stop_reason` is `model_context_window_exceeded`. Clients often
                send the maximum of any model.
            system (list[MessageText] | None | str | Unset): System prompt. If there are several texts, the model receives
                them in order.
            stop_sequences (list[str] | None | Unset): Texts at which generation stops. They are not part of the answer.
            stream (bool | None | Unset): Stream the response as server-sent events.
            temperature (float | None | Unset): Sampling temperature. 0 is greedy.
            top_p (float | None | Unset): Nucleus sampling: sample from the most likely tokens whose cumulative probability
                reaches this value.
            top_k (int | None | Unset): Sample from this many most likely tokens. 0 and -1 include all.
            tools (list[MessageTool] | None | Unset): Functions that the model may call.
            tool_choice (MessageToolChoice | None | Unset):
            thinking (MessageThinking | None | Unset):
            output_config (MessageOutputConfig | None | Unset):
            return_token_ids (bool | None | Unset): Return token ids and log-probabilities in a stream too, where ART's
                capture reads them. A response that is not streamed always has them.
            mcp_servers (Any | Unset):
            priority (int | None | Unset): Among requests of the same owner, a lower value is handled earlier. Owners are
                served in turn, whatever the priorities of their requests.
            cache_salt (None | str | Unset): Cached prefixes are shared only by requests with the same salt.
            chat_template_kwargs (FreeObject | None | Unset): Additional variables for the chat template. A `chat_template`
                among them is used if the field of that name is absent.
            kv_transfer_params (FreeObject | None | Unset): Only null or {}, as nothing is transferred here.
            vllm_xargs (EngineArguments | None | Unset): Alias of `engine_xargs`.
    """

    model: str
    messages: list[MessageTurn]
    max_tokens: int
    system: list[MessageText] | None | str | Unset = UNSET
    stop_sequences: list[str] | None | Unset = UNSET
    stream: bool | None | Unset = UNSET
    temperature: float | None | Unset = UNSET
    top_p: float | None | Unset = UNSET
    top_k: int | None | Unset = UNSET
    tools: list[MessageTool] | None | Unset = UNSET
    tool_choice: MessageToolChoice | None | Unset = UNSET
    thinking: MessageThinking | None | Unset = UNSET
    output_config: MessageOutputConfig | None | Unset = UNSET
    return_token_ids: bool | None | Unset = UNSET
    mcp_servers: Any | Unset = UNSET
    priority: int | None | Unset = UNSET
    cache_salt: None | str | Unset = UNSET
    chat_template_kwargs: FreeObject | None | Unset = UNSET
    kv_transfer_params: FreeObject | None | Unset = UNSET
    vllm_xargs: EngineArguments | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.engine_arguments import EngineArguments  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.message_output_config import MessageOutputConfig  # noqa: PLC0415
        from ..models.message_thinking import MessageThinking  # noqa: PLC0415
        from ..models.message_tool_choice import MessageToolChoice  # noqa: PLC0415

        model = self.model

        messages = []
        for messages_item_data in self.messages:
            messages_item = messages_item_data.to_dict()
            messages.append(messages_item)

        max_tokens = self.max_tokens

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

        stop_sequences: list[str] | None | Unset
        if isinstance(self.stop_sequences, Unset):
            stop_sequences = UNSET
        elif isinstance(self.stop_sequences, list):
            stop_sequences = self.stop_sequences

        else:
            stop_sequences = self.stop_sequences

        stream: bool | None | Unset
        if isinstance(self.stream, Unset):
            stream = UNSET
        else:
            stream = self.stream

        temperature: float | None | Unset
        if isinstance(self.temperature, Unset):
            temperature = UNSET
        else:
            temperature = self.temperature

        top_p: float | None | Unset
        if isinstance(self.top_p, Unset):
            top_p = UNSET
        else:
            top_p = self.top_p

        top_k: int | None | Unset
        if isinstance(self.top_k, Unset):
            top_k = UNSET
        else:
            top_k = self.top_k

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

        return_token_ids: bool | None | Unset
        if isinstance(self.return_token_ids, Unset):
            return_token_ids = UNSET
        else:
            return_token_ids = self.return_token_ids

        mcp_servers = self.mcp_servers

        priority: int | None | Unset
        if isinstance(self.priority, Unset):
            priority = UNSET
        else:
            priority = self.priority

        cache_salt: None | str | Unset
        if isinstance(self.cache_salt, Unset):
            cache_salt = UNSET
        else:
            cache_salt = self.cache_salt

        chat_template_kwargs: dict[str, Any] | None | Unset
        if isinstance(self.chat_template_kwargs, Unset):
            chat_template_kwargs = UNSET
        elif isinstance(self.chat_template_kwargs, FreeObject):
            chat_template_kwargs = self.chat_template_kwargs.to_dict()
        else:
            chat_template_kwargs = self.chat_template_kwargs

        kv_transfer_params: dict[str, Any] | None | Unset
        if isinstance(self.kv_transfer_params, Unset):
            kv_transfer_params = UNSET
        elif isinstance(self.kv_transfer_params, FreeObject):
            kv_transfer_params = self.kv_transfer_params.to_dict()
        else:
            kv_transfer_params = self.kv_transfer_params

        vllm_xargs: dict[str, Any] | None | Unset
        if isinstance(self.vllm_xargs, Unset):
            vllm_xargs = UNSET
        elif isinstance(self.vllm_xargs, EngineArguments):
            vllm_xargs = self.vllm_xargs.to_dict()
        else:
            vllm_xargs = self.vllm_xargs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "model": model,
                "messages": messages,
                "max_tokens": max_tokens,
            }
        )
        if system is not UNSET:
            field_dict["system"] = system
        if stop_sequences is not UNSET:
            field_dict["stop_sequences"] = stop_sequences
        if stream is not UNSET:
            field_dict["stream"] = stream
        if temperature is not UNSET:
            field_dict["temperature"] = temperature
        if top_p is not UNSET:
            field_dict["top_p"] = top_p
        if top_k is not UNSET:
            field_dict["top_k"] = top_k
        if tools is not UNSET:
            field_dict["tools"] = tools
        if tool_choice is not UNSET:
            field_dict["tool_choice"] = tool_choice
        if thinking is not UNSET:
            field_dict["thinking"] = thinking
        if output_config is not UNSET:
            field_dict["output_config"] = output_config
        if return_token_ids is not UNSET:
            field_dict["return_token_ids"] = return_token_ids
        if mcp_servers is not UNSET:
            field_dict["mcp_servers"] = mcp_servers
        if priority is not UNSET:
            field_dict["priority"] = priority
        if cache_salt is not UNSET:
            field_dict["cache_salt"] = cache_salt
        if chat_template_kwargs is not UNSET:
            field_dict["chat_template_kwargs"] = chat_template_kwargs
        if kv_transfer_params is not UNSET:
            field_dict["kv_transfer_params"] = kv_transfer_params
        if vllm_xargs is not UNSET:
            field_dict["vllm_xargs"] = vllm_xargs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.engine_arguments import EngineArguments  # noqa: PLC0415
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

        max_tokens = d.pop("max_tokens")

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

        def _parse_stop_sequences(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                stop_sequences_type_0 = cast(list[str], data)

                return stop_sequences_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        stop_sequences = _parse_stop_sequences(d.pop("stop_sequences", UNSET))

        def _parse_stream(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        stream = _parse_stream(d.pop("stream", UNSET))

        def _parse_temperature(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        temperature = _parse_temperature(d.pop("temperature", UNSET))

        def _parse_top_p(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        top_p = _parse_top_p(d.pop("top_p", UNSET))

        def _parse_top_k(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        top_k = _parse_top_k(d.pop("top_k", UNSET))

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

        def _parse_return_token_ids(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        return_token_ids = _parse_return_token_ids(d.pop("return_token_ids", UNSET))

        mcp_servers = d.pop("mcp_servers", UNSET)

        def _parse_priority(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        priority = _parse_priority(d.pop("priority", UNSET))

        def _parse_cache_salt(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        cache_salt = _parse_cache_salt(d.pop("cache_salt", UNSET))

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

        def _parse_kv_transfer_params(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                kv_transfer_params_type_0 = FreeObject.from_dict(data)

                return kv_transfer_params_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        kv_transfer_params = _parse_kv_transfer_params(d.pop("kv_transfer_params", UNSET))

        def _parse_vllm_xargs(data: object) -> EngineArguments | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                vllm_xargs_type_0 = EngineArguments.from_dict(data)

                return vllm_xargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EngineArguments | None | Unset, data)

        vllm_xargs = _parse_vllm_xargs(d.pop("vllm_xargs", UNSET))

        message_request = cls(
            model=model,
            messages=messages,
            max_tokens=max_tokens,
            system=system,
            stop_sequences=stop_sequences,
            stream=stream,
            temperature=temperature,
            top_p=top_p,
            top_k=top_k,
            tools=tools,
            tool_choice=tool_choice,
            thinking=thinking,
            output_config=output_config,
            return_token_ids=return_token_ids,
            mcp_servers=mcp_servers,
            priority=priority,
            cache_salt=cache_salt,
            chat_template_kwargs=chat_template_kwargs,
            kv_transfer_params=kv_transfer_params,
            vllm_xargs=vllm_xargs,
        )

        message_request.additional_properties = d
        return message_request

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
