# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.response_request_tool_choice_type_0 import (
    ResponseRequestToolChoiceType0,
    check_response_request_tool_choice_type_0,
)
from ..models.response_request_truncation_type_0 import (
    ResponseRequestTruncationType0,
    check_response_request_truncation_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.engine_arguments import EngineArguments
    from ..models.free_object import FreeObject
    from ..models.response_input_item import ResponseInputItem
    from ..models.response_reasoning import ResponseReasoning
    from ..models.response_text_config import ResponseTextConfig
    from ..models.response_tool import ResponseTool
    from ..models.response_tool_choice import ResponseToolChoice


T = TypeVar("T", bound="ResponseRequest")


@_attrs_define
class ResponseRequest:
    """OpenAI's fields that are not listed here, such as `metadata`, `include` and `service_tier`, have no effect.

    Attributes:
        input_ (list[ResponseInputItem] | str): A text, or the items of a conversation.
        model (None | str | Unset): Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the
            newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or
            first, base model.
        instructions (None | str | Unset): A system message inserted before the input.
        max_output_tokens (int | None | Unset): Maximum number of tokens to generate, including reasoning. Null or
            absent is the rest of the context.
        stream (bool | None | Unset): Stream the response as server-sent events.
        temperature (float | None | Unset): Sampling temperature. 0 is greedy.
        top_p (float | None | Unset): Nucleus sampling: sample from the most likely tokens whose cumulative probability
            reaches this value.
        top_k (int | None | Unset): Sample from this many most likely tokens. 0 and -1 include all.
        min_p (float | None | Unset): Sample from tokens with at least this probability, relative to the most likely
            token.
        presence_penalty (float | None | Unset): Penalizes tokens that have occurred in the answer so far: subtracted
            once from the token's logit.
        frequency_penalty (float | None | Unset): Penalizes tokens by their number of occurrences in the answer so far:
            subtracted from the token's logit for each one.
        tools (list[ResponseTool] | None | Unset): Functions that the model may call.
        tool_choice (None | ResponseRequestToolChoiceType0 | ResponseToolChoice | Unset): Defaults to `auto`.
        parallel_tool_calls (bool | None | Unset): If false, only the first tool call is returned.
        reasoning (None | ResponseReasoning | Unset):
        text (None | ResponseTextConfig | Unset):
        truncation (None | ResponseRequestTruncationType0 | Unset): With `auto`, a prompt that is too long is truncated
            at its beginning; otherwise it is an error.
        store (bool | None | Unset): Has no effect, as responses are not stored.
        previous_response_id (None | str | Unset):
        conversation (Any | Unset):
        prompt (Any | Unset):
        background (bool | None | Unset):
        return_token_ids (bool | None | Unset): Return `token_generations` in a stream too. A response that is not
            streamed always has it.
        priority (int | None | Unset): Among requests of the same owner, a lower value is handled earlier. Owners are
            served in turn, whatever the priorities of their requests.
        cache_salt (None | str | Unset): Cached prefixes are shared only by requests with the same salt.
        prompt_cache_key (None | str | Unset): Same as in chat.
        chat_template_kwargs (FreeObject | None | Unset): Additional variables for the chat template. A `chat_template`
            among them is used if the field of that name is absent.
        vllm_xargs (EngineArguments | None | Unset): Alias of `engine_xargs`.
    """

    input_: list[ResponseInputItem] | str
    model: None | str | Unset = UNSET
    instructions: None | str | Unset = UNSET
    max_output_tokens: int | None | Unset = UNSET
    stream: bool | None | Unset = UNSET
    temperature: float | None | Unset = UNSET
    top_p: float | None | Unset = UNSET
    top_k: int | None | Unset = UNSET
    min_p: float | None | Unset = UNSET
    presence_penalty: float | None | Unset = UNSET
    frequency_penalty: float | None | Unset = UNSET
    tools: list[ResponseTool] | None | Unset = UNSET
    tool_choice: None | ResponseRequestToolChoiceType0 | ResponseToolChoice | Unset = UNSET
    parallel_tool_calls: bool | None | Unset = UNSET
    reasoning: None | ResponseReasoning | Unset = UNSET
    text: None | ResponseTextConfig | Unset = UNSET
    truncation: None | ResponseRequestTruncationType0 | Unset = UNSET
    store: bool | None | Unset = UNSET
    previous_response_id: None | str | Unset = UNSET
    conversation: Any | Unset = UNSET
    prompt: Any | Unset = UNSET
    background: bool | None | Unset = UNSET
    return_token_ids: bool | None | Unset = UNSET
    priority: int | None | Unset = UNSET
    cache_salt: None | str | Unset = UNSET
    prompt_cache_key: None | str | Unset = UNSET
    chat_template_kwargs: FreeObject | None | Unset = UNSET
    vllm_xargs: EngineArguments | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.engine_arguments import EngineArguments  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.response_reasoning import ResponseReasoning  # noqa: PLC0415
        from ..models.response_text_config import ResponseTextConfig  # noqa: PLC0415
        from ..models.response_tool_choice import ResponseToolChoice  # noqa: PLC0415

        input_: list[dict[str, Any]] | str
        if isinstance(self.input_, list):
            input_ = []
            for input_type_1_item_data in self.input_:
                input_type_1_item = input_type_1_item_data.to_dict()
                input_.append(input_type_1_item)

        else:
            input_ = self.input_

        model: None | str | Unset
        if isinstance(self.model, Unset):
            model = UNSET
        else:
            model = self.model

        instructions: None | str | Unset
        if isinstance(self.instructions, Unset):
            instructions = UNSET
        else:
            instructions = self.instructions

        max_output_tokens: int | None | Unset
        if isinstance(self.max_output_tokens, Unset):
            max_output_tokens = UNSET
        else:
            max_output_tokens = self.max_output_tokens

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

        min_p: float | None | Unset
        if isinstance(self.min_p, Unset):
            min_p = UNSET
        else:
            min_p = self.min_p

        presence_penalty: float | None | Unset
        if isinstance(self.presence_penalty, Unset):
            presence_penalty = UNSET
        else:
            presence_penalty = self.presence_penalty

        frequency_penalty: float | None | Unset
        if isinstance(self.frequency_penalty, Unset):
            frequency_penalty = UNSET
        else:
            frequency_penalty = self.frequency_penalty

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

        tool_choice: dict[str, Any] | None | str | Unset
        if isinstance(self.tool_choice, Unset):
            tool_choice = UNSET
        elif isinstance(self.tool_choice, str):
            tool_choice = self.tool_choice
        elif isinstance(self.tool_choice, ResponseToolChoice):
            tool_choice = self.tool_choice.to_dict()
        else:
            tool_choice = self.tool_choice

        parallel_tool_calls: bool | None | Unset
        if isinstance(self.parallel_tool_calls, Unset):
            parallel_tool_calls = UNSET
        else:
            parallel_tool_calls = self.parallel_tool_calls

        reasoning: dict[str, Any] | None | Unset
        if isinstance(self.reasoning, Unset):
            reasoning = UNSET
        elif isinstance(self.reasoning, ResponseReasoning):
            reasoning = self.reasoning.to_dict()
        else:
            reasoning = self.reasoning

        text: dict[str, Any] | None | Unset
        if isinstance(self.text, Unset):
            text = UNSET
        elif isinstance(self.text, ResponseTextConfig):
            text = self.text.to_dict()
        else:
            text = self.text

        truncation: None | str | Unset
        if isinstance(self.truncation, Unset):
            truncation = UNSET
        elif isinstance(self.truncation, str):
            truncation = self.truncation
        else:
            truncation = self.truncation

        store: bool | None | Unset
        if isinstance(self.store, Unset):
            store = UNSET
        else:
            store = self.store

        previous_response_id: None | str | Unset
        if isinstance(self.previous_response_id, Unset):
            previous_response_id = UNSET
        else:
            previous_response_id = self.previous_response_id

        conversation = self.conversation

        prompt = self.prompt

        background: bool | None | Unset
        if isinstance(self.background, Unset):
            background = UNSET
        else:
            background = self.background

        return_token_ids: bool | None | Unset
        if isinstance(self.return_token_ids, Unset):
            return_token_ids = UNSET
        else:
            return_token_ids = self.return_token_ids

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

        prompt_cache_key: None | str | Unset
        if isinstance(self.prompt_cache_key, Unset):
            prompt_cache_key = UNSET
        else:
            prompt_cache_key = self.prompt_cache_key

        chat_template_kwargs: dict[str, Any] | None | Unset
        if isinstance(self.chat_template_kwargs, Unset):
            chat_template_kwargs = UNSET
        elif isinstance(self.chat_template_kwargs, FreeObject):
            chat_template_kwargs = self.chat_template_kwargs.to_dict()
        else:
            chat_template_kwargs = self.chat_template_kwargs

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
                "input": input_,
            }
        )
        if model is not UNSET:
            field_dict["model"] = model
        if instructions is not UNSET:
            field_dict["instructions"] = instructions
        if max_output_tokens is not UNSET:
            field_dict["max_output_tokens"] = max_output_tokens
        if stream is not UNSET:
            field_dict["stream"] = stream
        if temperature is not UNSET:
            field_dict["temperature"] = temperature
        if top_p is not UNSET:
            field_dict["top_p"] = top_p
        if top_k is not UNSET:
            field_dict["top_k"] = top_k
        if min_p is not UNSET:
            field_dict["min_p"] = min_p
        if presence_penalty is not UNSET:
            field_dict["presence_penalty"] = presence_penalty
        if frequency_penalty is not UNSET:
            field_dict["frequency_penalty"] = frequency_penalty
        if tools is not UNSET:
            field_dict["tools"] = tools
        if tool_choice is not UNSET:
            field_dict["tool_choice"] = tool_choice
        if parallel_tool_calls is not UNSET:
            field_dict["parallel_tool_calls"] = parallel_tool_calls
        if reasoning is not UNSET:
            field_dict["reasoning"] = reasoning
        if text is not UNSET:
            field_dict["text"] = text
        if truncation is not UNSET:
            field_dict["truncation"] = truncation
        if store is not UNSET:
            field_dict["store"] = store
        if previous_response_id is not UNSET:
            field_dict["previous_response_id"] = previous_response_id
        if conversation is not UNSET:
            field_dict["conversation"] = conversation
        if prompt is not UNSET:
            field_dict["prompt"] = prompt
        if background is not UNSET:
            field_dict["background"] = background
        if return_token_ids is not UNSET:
            field_dict["return_token_ids"] = return_token_ids
        if priority is not UNSET:
            field_dict["priority"] = priority
        if cache_salt is not UNSET:
            field_dict["cache_salt"] = cache_salt
        if prompt_cache_key is not UNSET:
            field_dict["prompt_cache_key"] = prompt_cache_key
        if chat_template_kwargs is not UNSET:
            field_dict["chat_template_kwargs"] = chat_template_kwargs
        if vllm_xargs is not UNSET:
            field_dict["vllm_xargs"] = vllm_xargs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.engine_arguments import EngineArguments  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.response_input_item import ResponseInputItem  # noqa: PLC0415
        from ..models.response_reasoning import ResponseReasoning  # noqa: PLC0415
        from ..models.response_text_config import ResponseTextConfig  # noqa: PLC0415
        from ..models.response_tool import ResponseTool  # noqa: PLC0415
        from ..models.response_tool_choice import ResponseToolChoice  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_input_(data: object) -> list[ResponseInputItem] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError()
                input_type_1 = []
                _input_type_1 = data
                for input_type_1_item_data in _input_type_1:
                    input_type_1_item = ResponseInputItem.from_dict(input_type_1_item_data)

                    input_type_1.append(input_type_1_item)

                return input_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ResponseInputItem] | str, data)

        input_ = _parse_input_(d.pop("input"))

        def _parse_model(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        model = _parse_model(d.pop("model", UNSET))

        def _parse_instructions(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        instructions = _parse_instructions(d.pop("instructions", UNSET))

        def _parse_max_output_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_output_tokens = _parse_max_output_tokens(d.pop("max_output_tokens", UNSET))

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

        def _parse_min_p(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        min_p = _parse_min_p(d.pop("min_p", UNSET))

        def _parse_presence_penalty(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        presence_penalty = _parse_presence_penalty(d.pop("presence_penalty", UNSET))

        def _parse_frequency_penalty(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        frequency_penalty = _parse_frequency_penalty(d.pop("frequency_penalty", UNSET))

        def _parse_tools(data: object) -> list[ResponseTool] | None | Unset:
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
                    tools_type_0_item = ResponseTool.from_dict(tools_type_0_item_data)

                    tools_type_0.append(tools_type_0_item)

                return tools_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ResponseTool] | None | Unset, data)

        tools = _parse_tools(d.pop("tools", UNSET))

        def _parse_tool_choice(data: object) -> None | ResponseRequestToolChoiceType0 | ResponseToolChoice | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                tool_choice_type_0 = check_response_request_tool_choice_type_0(data)

                return tool_choice_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tool_choice_type_1 = ResponseToolChoice.from_dict(data)

                return tool_choice_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseRequestToolChoiceType0 | ResponseToolChoice | Unset, data)

        tool_choice = _parse_tool_choice(d.pop("tool_choice", UNSET))

        def _parse_parallel_tool_calls(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        parallel_tool_calls = _parse_parallel_tool_calls(d.pop("parallel_tool_calls", UNSET))

        def _parse_reasoning(data: object) -> None | ResponseReasoning | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                reasoning_type_0 = ResponseReasoning.from_dict(data)

                return reasoning_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseReasoning | Unset, data)

        reasoning = _parse_reasoning(d.pop("reasoning", UNSET))

        def _parse_text(data: object) -> None | ResponseTextConfig | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                text_type_0 = ResponseTextConfig.from_dict(data)

                return text_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseTextConfig | Unset, data)

        text = _parse_text(d.pop("text", UNSET))

        def _parse_truncation(data: object) -> None | ResponseRequestTruncationType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                truncation_type_0 = check_response_request_truncation_type_0(data)

                return truncation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseRequestTruncationType0 | Unset, data)

        truncation = _parse_truncation(d.pop("truncation", UNSET))

        def _parse_store(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        store = _parse_store(d.pop("store", UNSET))

        def _parse_previous_response_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        previous_response_id = _parse_previous_response_id(d.pop("previous_response_id", UNSET))

        conversation = d.pop("conversation", UNSET)

        prompt = d.pop("prompt", UNSET)

        def _parse_background(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        background = _parse_background(d.pop("background", UNSET))

        def _parse_return_token_ids(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        return_token_ids = _parse_return_token_ids(d.pop("return_token_ids", UNSET))

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

        def _parse_prompt_cache_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        prompt_cache_key = _parse_prompt_cache_key(d.pop("prompt_cache_key", UNSET))

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

        response_request = cls(
            input_=input_,
            model=model,
            instructions=instructions,
            max_output_tokens=max_output_tokens,
            stream=stream,
            temperature=temperature,
            top_p=top_p,
            top_k=top_k,
            min_p=min_p,
            presence_penalty=presence_penalty,
            frequency_penalty=frequency_penalty,
            tools=tools,
            tool_choice=tool_choice,
            parallel_tool_calls=parallel_tool_calls,
            reasoning=reasoning,
            text=text,
            truncation=truncation,
            store=store,
            previous_response_id=previous_response_id,
            conversation=conversation,
            prompt=prompt,
            background=background,
            return_token_ids=return_token_ids,
            priority=priority,
            cache_salt=cache_salt,
            prompt_cache_key=prompt_cache_key,
            chat_template_kwargs=chat_template_kwargs,
            vllm_xargs=vllm_xargs,
        )

        response_request.additional_properties = d
        return response_request

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
