# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.response_object_status import ResponseObjectStatus, check_response_object_status
from ..models.response_object_tool_choice_type_0 import (
    ResponseObjectToolChoiceType0,
    check_response_object_tool_choice_type_0,
)
from ..models.response_object_truncation import ResponseObjectTruncation, check_response_object_truncation
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chosen_tool import ChosenTool
    from ..models.offered_tool import OfferedTool
    from ..models.response_call_item import ResponseCallItem
    from ..models.response_message_item import ResponseMessageItem
    from ..models.response_object_incomplete_details_type_0 import ResponseObjectIncompleteDetailsType0
    from ..models.response_reasoning_item import ResponseReasoningItem
    from ..models.response_usage import ResponseUsage
    from ..models.token_generation import TokenGeneration


T = TypeVar("T", bound="ResponseObject")


@_attrs_define
class ResponseObject:
    """
    Attributes:
        id (str):
        object_ (Literal['response']):
        created_at (int):
        status (ResponseObjectStatus):
        error (None):
        incomplete_details (None | ResponseObjectIncompleteDetailsType0):
        instructions (None | str):
        max_output_tokens (int | None):
        model (str): The model name of the request.
        output (list[ResponseCallItem | ResponseMessageItem | ResponseReasoningItem]): Reasoning, then a message, then
            function calls.
        parallel_tool_calls (bool):
        previous_response_id (None):
        background (bool):
        store (bool):
        temperature (float | None):
        top_p (float | None):
        tool_choice (ChosenTool | ResponseObjectToolChoiceType0):
        tools (list[OfferedTool]):
        truncation (ResponseObjectTruncation):
        metadata (None):
        usage (None | ResponseUsage):
        token_generations (list[TokenGeneration] | Unset): Token ids of the prompt and the answer, in the form that
            ART's capture reads.
    """

    id: str
    object_: Literal["response"]
    created_at: int
    status: ResponseObjectStatus
    error: None
    incomplete_details: None | ResponseObjectIncompleteDetailsType0
    instructions: None | str
    max_output_tokens: int | None
    model: str
    output: list[ResponseCallItem | ResponseMessageItem | ResponseReasoningItem]
    parallel_tool_calls: bool
    previous_response_id: None
    background: bool
    store: bool
    temperature: float | None
    top_p: float | None
    tool_choice: ChosenTool | ResponseObjectToolChoiceType0
    tools: list[OfferedTool]
    truncation: ResponseObjectTruncation
    metadata: None
    usage: None | ResponseUsage
    token_generations: list[TokenGeneration] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.response_message_item import ResponseMessageItem  # noqa: PLC0415
        from ..models.response_object_incomplete_details_type_0 import ResponseObjectIncompleteDetailsType0  # noqa: PLC0415
        from ..models.response_reasoning_item import ResponseReasoningItem  # noqa: PLC0415
        from ..models.response_usage import ResponseUsage  # noqa: PLC0415

        id = self.id

        object_ = self.object_

        created_at = self.created_at

        status: str = self.status

        error = self.error

        incomplete_details: dict[str, Any] | None
        if isinstance(self.incomplete_details, ResponseObjectIncompleteDetailsType0):
            incomplete_details = self.incomplete_details.to_dict()
        else:
            incomplete_details = self.incomplete_details

        instructions: None | str
        instructions = self.instructions

        max_output_tokens: int | None
        max_output_tokens = self.max_output_tokens

        model = self.model

        output = []
        for output_item_data in self.output:
            output_item: dict[str, Any]
            if isinstance(output_item_data, ResponseReasoningItem):
                output_item = output_item_data.to_dict()
            elif isinstance(output_item_data, ResponseMessageItem):
                output_item = output_item_data.to_dict()
            else:
                output_item = output_item_data.to_dict()

            output.append(output_item)

        parallel_tool_calls = self.parallel_tool_calls

        previous_response_id = self.previous_response_id

        background = self.background

        store = self.store

        temperature: float | None
        temperature = self.temperature

        top_p: float | None
        top_p = self.top_p

        tool_choice: dict[str, Any] | str
        if isinstance(self.tool_choice, str):
            tool_choice = self.tool_choice
        else:
            tool_choice = self.tool_choice.to_dict()

        tools = []
        for tools_item_data in self.tools:
            tools_item = tools_item_data.to_dict()
            tools.append(tools_item)

        truncation: str = self.truncation

        metadata = self.metadata

        usage: dict[str, Any] | None
        if isinstance(self.usage, ResponseUsage):
            usage = self.usage.to_dict()
        else:
            usage = self.usage

        token_generations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.token_generations, Unset):
            token_generations = []
            for token_generations_item_data in self.token_generations:
                token_generations_item = token_generations_item_data.to_dict()
                token_generations.append(token_generations_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "object": object_,
                "created_at": created_at,
                "status": status,
                "error": error,
                "incomplete_details": incomplete_details,
                "instructions": instructions,
                "max_output_tokens": max_output_tokens,
                "model": model,
                "output": output,
                "parallel_tool_calls": parallel_tool_calls,
                "previous_response_id": previous_response_id,
                "background": background,
                "store": store,
                "temperature": temperature,
                "top_p": top_p,
                "tool_choice": tool_choice,
                "tools": tools,
                "truncation": truncation,
                "metadata": metadata,
                "usage": usage,
            }
        )
        if token_generations is not UNSET:
            field_dict["token_generations"] = token_generations

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chosen_tool import ChosenTool  # noqa: PLC0415
        from ..models.offered_tool import OfferedTool  # noqa: PLC0415
        from ..models.response_call_item import ResponseCallItem  # noqa: PLC0415
        from ..models.response_message_item import ResponseMessageItem  # noqa: PLC0415
        from ..models.response_object_incomplete_details_type_0 import ResponseObjectIncompleteDetailsType0  # noqa: PLC0415
        from ..models.response_reasoning_item import ResponseReasoningItem  # noqa: PLC0415
        from ..models.response_usage import ResponseUsage  # noqa: PLC0415
        from ..models.token_generation import TokenGeneration  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        object_ = cast(Literal["response"], d.pop("object"))
        if object_ != "response":
            raise ValueError(f"object must match const 'response', got '{object_}'")

        created_at = d.pop("created_at")

        status = check_response_object_status(d.pop("status"))

        error = d.pop("error")

        def _parse_incomplete_details(data: object) -> None | ResponseObjectIncompleteDetailsType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                incomplete_details_type_0 = ResponseObjectIncompleteDetailsType0.from_dict(data)

                return incomplete_details_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseObjectIncompleteDetailsType0, data)

        incomplete_details = _parse_incomplete_details(d.pop("incomplete_details"))

        def _parse_instructions(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        instructions = _parse_instructions(d.pop("instructions"))

        def _parse_max_output_tokens(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        max_output_tokens = _parse_max_output_tokens(d.pop("max_output_tokens"))

        model = d.pop("model")

        output = []
        _output = d.pop("output")
        for output_item_data in _output:

            def _parse_output_item(data: object) -> ResponseCallItem | ResponseMessageItem | ResponseReasoningItem:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_response_output_item_type_0 = ResponseReasoningItem.from_dict(data)

                    return componentsschemas_response_output_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_response_output_item_type_1 = ResponseMessageItem.from_dict(data)

                    return componentsschemas_response_output_item_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_response_output_item_type_2 = ResponseCallItem.from_dict(data)

                return componentsschemas_response_output_item_type_2

            output_item = _parse_output_item(output_item_data)

            output.append(output_item)

        parallel_tool_calls = d.pop("parallel_tool_calls")

        previous_response_id = d.pop("previous_response_id")

        background = d.pop("background")

        store = d.pop("store")

        def _parse_temperature(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        temperature = _parse_temperature(d.pop("temperature"))

        def _parse_top_p(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        top_p = _parse_top_p(d.pop("top_p"))

        def _parse_tool_choice(data: object) -> ChosenTool | ResponseObjectToolChoiceType0:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                tool_choice_type_0 = check_response_object_tool_choice_type_0(data)

                return tool_choice_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            tool_choice_type_1 = ChosenTool.from_dict(data)

            return tool_choice_type_1

        tool_choice = _parse_tool_choice(d.pop("tool_choice"))

        tools = []
        _tools = d.pop("tools")
        for tools_item_data in _tools:
            tools_item = OfferedTool.from_dict(tools_item_data)

            tools.append(tools_item)

        truncation = check_response_object_truncation(d.pop("truncation"))

        metadata = d.pop("metadata")

        def _parse_usage(data: object) -> None | ResponseUsage:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                usage_type_0 = ResponseUsage.from_dict(data)

                return usage_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseUsage, data)

        usage = _parse_usage(d.pop("usage"))

        _token_generations = d.pop("token_generations", UNSET)
        token_generations: list[TokenGeneration] | Unset = UNSET
        if _token_generations is not UNSET:
            token_generations = []
            for token_generations_item_data in _token_generations:
                token_generations_item = TokenGeneration.from_dict(token_generations_item_data)

                token_generations.append(token_generations_item)

        response_object = cls(
            id=id,
            object_=object_,
            created_at=created_at,
            status=status,
            error=error,
            incomplete_details=incomplete_details,
            instructions=instructions,
            max_output_tokens=max_output_tokens,
            model=model,
            output=output,
            parallel_tool_calls=parallel_tool_calls,
            previous_response_id=previous_response_id,
            background=background,
            store=store,
            temperature=temperature,
            top_p=top_p,
            tool_choice=tool_choice,
            tools=tools,
            truncation=truncation,
            metadata=metadata,
            usage=usage,
            token_generations=token_generations,
        )

        return response_object
