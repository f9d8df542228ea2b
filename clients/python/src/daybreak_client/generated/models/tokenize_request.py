# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tokenize_request_reasoning_effort_type_0 import (
    TokenizeRequestReasoningEffortType0,
    check_tokenize_request_reasoning_effort_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_document import ChatDocument
    from ..models.chat_message import ChatMessage
    from ..models.chat_tool import ChatTool
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="TokenizeRequest")


@_attrs_define
class TokenizeRequest:
    """A text, or a conversation that is rendered as in chat.

    Attributes:
        model (None | str | Unset): Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the
            newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or
            first, base model.
        prompt (None | str | Unset): The text to tokenize.
        messages (list[ChatMessage] | None | Unset): The conversation to tokenize. The chat template must render it to
            at most 262144 characters.
        add_special_tokens (bool | None | Unset): Add the tokenizer's special tokens. Defaults to true with `prompt` and
            to false with `messages`.
        return_token_strs (bool | None | Unset): Return `token_strs`.
        add_generation_prompt (bool | None | Unset): Add the generation prompt of the chat template, which opens the
            assistant's turn.
        continue_final_message (bool | None | Unset): Leave the last message open, so that the model continues it.
            Requires `add_generation_prompt` false.
        tools (list[ChatTool] | None | Unset): Functions that the model may call.
        documents (list[ChatDocument] | None | Unset): Documents passed to the chat template.
        reasoning_effort (None | TokenizeRequestReasoningEffortType0 | Unset): Passed to the chat template.
        chat_template (None | str | Unset): A Jinja template that replaces the model's chat template.
        chat_template_kwargs (FreeObject | None | Unset): Additional variables for the chat template. A `chat_template`
            among them is used if the field of that name is absent.
    """

    model: None | str | Unset = UNSET
    prompt: None | str | Unset = UNSET
    messages: list[ChatMessage] | None | Unset = UNSET
    add_special_tokens: bool | None | Unset = UNSET
    return_token_strs: bool | None | Unset = UNSET
    add_generation_prompt: bool | None | Unset = UNSET
    continue_final_message: bool | None | Unset = UNSET
    tools: list[ChatTool] | None | Unset = UNSET
    documents: list[ChatDocument] | None | Unset = UNSET
    reasoning_effort: None | TokenizeRequestReasoningEffortType0 | Unset = UNSET
    chat_template: None | str | Unset = UNSET
    chat_template_kwargs: FreeObject | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

        model: None | str | Unset
        if isinstance(self.model, Unset):
            model = UNSET
        else:
            model = self.model

        prompt: None | str | Unset
        if isinstance(self.prompt, Unset):
            prompt = UNSET
        else:
            prompt = self.prompt

        messages: list[dict[str, Any]] | None | Unset
        if isinstance(self.messages, Unset):
            messages = UNSET
        elif isinstance(self.messages, list):
            messages = []
            for messages_type_0_item_data in self.messages:
                messages_type_0_item = messages_type_0_item_data.to_dict()
                messages.append(messages_type_0_item)

        else:
            messages = self.messages

        add_special_tokens: bool | None | Unset
        if isinstance(self.add_special_tokens, Unset):
            add_special_tokens = UNSET
        else:
            add_special_tokens = self.add_special_tokens

        return_token_strs: bool | None | Unset
        if isinstance(self.return_token_strs, Unset):
            return_token_strs = UNSET
        else:
            return_token_strs = self.return_token_strs

        add_generation_prompt: bool | None | Unset
        if isinstance(self.add_generation_prompt, Unset):
            add_generation_prompt = UNSET
        else:
            add_generation_prompt = self.add_generation_prompt

        continue_final_message: bool | None | Unset
        if isinstance(self.continue_final_message, Unset):
            continue_final_message = UNSET
        else:
            continue_final_message = self.continue_final_message

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

        documents: list[dict[str, Any]] | None | Unset
        if isinstance(self.documents, Unset):
            documents = UNSET
        elif isinstance(self.documents, list):
            documents = []
            for documents_type_0_item_data in self.documents:
                documents_type_0_item = documents_type_0_item_data.to_dict()
                documents.append(documents_type_0_item)

        else:
            documents = self.documents

        reasoning_effort: None | str | Unset
        if isinstance(self.reasoning_effort, Unset):
            reasoning_effort = UNSET
        elif isinstance(self.reasoning_effort, str):
            reasoning_effort = self.reasoning_effort
        else:
            reasoning_effort = self.reasoning_effort

        chat_template: None | str | Unset
        if isinstance(self.chat_template, Unset):
            chat_template = UNSET
        else:
            chat_template = self.chat_template

        chat_template_kwargs: dict[str, Any] | None | Unset
        if isinstance(self.chat_template_kwargs, Unset):
            chat_template_kwargs = UNSET
        elif isinstance(self.chat_template_kwargs, FreeObject):
            chat_template_kwargs = self.chat_template_kwargs.to_dict()
        else:
            chat_template_kwargs = self.chat_template_kwargs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if model is not UNSET:
            field_dict["model"] = model
        if prompt is not UNSET:
            field_dict["prompt"] = prompt
        if messages is not UNSET:
            field_dict["messages"] = messages
        if add_special_tokens is not UNSET:
            field_dict["add_special_tokens"] = add_special_tokens
        if return_token_strs is not UNSET:
            field_dict["return_token_strs"] = return_token_strs
        if add_generation_prompt is not UNSET:
            field_dict["add_generation_prompt"] = add_generation_prompt
        if continue_final_message is not UNSET:
            field_dict["continue_final_message"] = continue_final_message
        if tools is not UNSET:
            field_dict["tools"] = tools
        if documents is not UNSET:
            field_dict["documents"] = documents
        if reasoning_effort is not UNSET:
            field_dict["reasoning_effort"] = reasoning_effort
        if chat_template is not UNSET:
            field_dict["chat_template"] = chat_template
        if chat_template_kwargs is not UNSET:
            field_dict["chat_template_kwargs"] = chat_template_kwargs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_document import ChatDocument  # noqa: PLC0415
        from ..models.chat_message import ChatMessage  # noqa: PLC0415
        from ..models.chat_tool import ChatTool  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_model(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        model = _parse_model(d.pop("model", UNSET))

        def _parse_prompt(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        prompt = _parse_prompt(d.pop("prompt", UNSET))

        def _parse_messages(data: object) -> list[ChatMessage] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                messages_type_0 = []
                _messages_type_0 = data
                for messages_type_0_item_data in _messages_type_0:
                    messages_type_0_item = ChatMessage.from_dict(messages_type_0_item_data)

                    messages_type_0.append(messages_type_0_item)

                return messages_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ChatMessage] | None | Unset, data)

        messages = _parse_messages(d.pop("messages", UNSET))

        def _parse_add_special_tokens(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        add_special_tokens = _parse_add_special_tokens(d.pop("add_special_tokens", UNSET))

        def _parse_return_token_strs(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        return_token_strs = _parse_return_token_strs(d.pop("return_token_strs", UNSET))

        def _parse_add_generation_prompt(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        add_generation_prompt = _parse_add_generation_prompt(d.pop("add_generation_prompt", UNSET))

        def _parse_continue_final_message(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        continue_final_message = _parse_continue_final_message(d.pop("continue_final_message", UNSET))

        def _parse_tools(data: object) -> list[ChatTool] | None | Unset:
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
                    tools_type_0_item = ChatTool.from_dict(tools_type_0_item_data)

                    tools_type_0.append(tools_type_0_item)

                return tools_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ChatTool] | None | Unset, data)

        tools = _parse_tools(d.pop("tools", UNSET))

        def _parse_documents(data: object) -> list[ChatDocument] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                documents_type_0 = []
                _documents_type_0 = data
                for documents_type_0_item_data in _documents_type_0:
                    documents_type_0_item = ChatDocument.from_dict(documents_type_0_item_data)

                    documents_type_0.append(documents_type_0_item)

                return documents_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ChatDocument] | None | Unset, data)

        documents = _parse_documents(d.pop("documents", UNSET))

        def _parse_reasoning_effort(data: object) -> None | TokenizeRequestReasoningEffortType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reasoning_effort_type_0 = check_tokenize_request_reasoning_effort_type_0(data)

                return reasoning_effort_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TokenizeRequestReasoningEffortType0 | Unset, data)

        reasoning_effort = _parse_reasoning_effort(d.pop("reasoning_effort", UNSET))

        def _parse_chat_template(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        chat_template = _parse_chat_template(d.pop("chat_template", UNSET))

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

        tokenize_request = cls(
            model=model,
            prompt=prompt,
            messages=messages,
            add_special_tokens=add_special_tokens,
            return_token_strs=return_token_strs,
            add_generation_prompt=add_generation_prompt,
            continue_final_message=continue_final_message,
            tools=tools,
            documents=documents,
            reasoning_effort=reasoning_effort,
            chat_template=chat_template,
            chat_template_kwargs=chat_template_kwargs,
        )

        tokenize_request.additional_properties = d
        return tokenize_request

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
