# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_annotation import ChatAnnotation
    from ..models.chat_audio import ChatAudio
    from ..models.chat_function_call import ChatFunctionCall
    from ..models.chat_tool_call import ChatToolCall


T = TypeVar("T", bound="ChatAnswer")


@_attrs_define
class ChatAnswer:
    """
    Attributes:
        role (str):
        content (None | str):
        refusal (None | str | Unset):
        annotations (list[ChatAnnotation] | None | Unset):
        audio (ChatAudio | None | Unset):
        function_call (ChatFunctionCall | None | Unset):
        tool_calls (list[ChatToolCall] | Unset):
        reasoning (None | str | Unset):
        reasoning_content (None | str | Unset):
    """

    role: str
    content: None | str
    refusal: None | str | Unset = UNSET
    annotations: list[ChatAnnotation] | None | Unset = UNSET
    audio: ChatAudio | None | Unset = UNSET
    function_call: ChatFunctionCall | None | Unset = UNSET
    tool_calls: list[ChatToolCall] | Unset = UNSET
    reasoning: None | str | Unset = UNSET
    reasoning_content: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.chat_audio import ChatAudio  # noqa: PLC0415
        from ..models.chat_function_call import ChatFunctionCall  # noqa: PLC0415

        role = self.role

        content: None | str
        content = self.content

        refusal: None | str | Unset
        if isinstance(self.refusal, Unset):
            refusal = UNSET
        else:
            refusal = self.refusal

        annotations: list[dict[str, Any]] | None | Unset
        if isinstance(self.annotations, Unset):
            annotations = UNSET
        elif isinstance(self.annotations, list):
            annotations = []
            for annotations_type_0_item_data in self.annotations:
                annotations_type_0_item = annotations_type_0_item_data.to_dict()
                annotations.append(annotations_type_0_item)

        else:
            annotations = self.annotations

        audio: dict[str, Any] | None | Unset
        if isinstance(self.audio, Unset):
            audio = UNSET
        elif isinstance(self.audio, ChatAudio):
            audio = self.audio.to_dict()
        else:
            audio = self.audio

        function_call: dict[str, Any] | None | Unset
        if isinstance(self.function_call, Unset):
            function_call = UNSET
        elif isinstance(self.function_call, ChatFunctionCall):
            function_call = self.function_call.to_dict()
        else:
            function_call = self.function_call

        tool_calls: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.tool_calls, Unset):
            tool_calls = []
            for tool_calls_item_data in self.tool_calls:
                tool_calls_item = tool_calls_item_data.to_dict()
                tool_calls.append(tool_calls_item)

        reasoning: None | str | Unset
        if isinstance(self.reasoning, Unset):
            reasoning = UNSET
        else:
            reasoning = self.reasoning

        reasoning_content: None | str | Unset
        if isinstance(self.reasoning_content, Unset):
            reasoning_content = UNSET
        else:
            reasoning_content = self.reasoning_content

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "role": role,
                "content": content,
            }
        )
        if refusal is not UNSET:
            field_dict["refusal"] = refusal
        if annotations is not UNSET:
            field_dict["annotations"] = annotations
        if audio is not UNSET:
            field_dict["audio"] = audio
        if function_call is not UNSET:
            field_dict["function_call"] = function_call
        if tool_calls is not UNSET:
            field_dict["tool_calls"] = tool_calls
        if reasoning is not UNSET:
            field_dict["reasoning"] = reasoning
        if reasoning_content is not UNSET:
            field_dict["reasoning_content"] = reasoning_content

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_annotation import ChatAnnotation  # noqa: PLC0415
        from ..models.chat_audio import ChatAudio  # noqa: PLC0415
        from ..models.chat_function_call import ChatFunctionCall  # noqa: PLC0415
        from ..models.chat_tool_call import ChatToolCall  # noqa: PLC0415

        d = dict(src_dict)
        role = d.pop("role")

        def _parse_content(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        content = _parse_content(d.pop("content"))

        def _parse_refusal(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        refusal = _parse_refusal(d.pop("refusal", UNSET))

        def _parse_annotations(data: object) -> list[ChatAnnotation] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                annotations_type_0 = []
                _annotations_type_0 = data
                for annotations_type_0_item_data in _annotations_type_0:
                    annotations_type_0_item = ChatAnnotation.from_dict(annotations_type_0_item_data)

                    annotations_type_0.append(annotations_type_0_item)

                return annotations_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ChatAnnotation] | None | Unset, data)

        annotations = _parse_annotations(d.pop("annotations", UNSET))

        def _parse_audio(data: object) -> ChatAudio | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                audio_type_0 = ChatAudio.from_dict(data)

                return audio_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatAudio | None | Unset, data)

        audio = _parse_audio(d.pop("audio", UNSET))

        def _parse_function_call(data: object) -> ChatFunctionCall | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                function_call_type_0 = ChatFunctionCall.from_dict(data)

                return function_call_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatFunctionCall | None | Unset, data)

        function_call = _parse_function_call(d.pop("function_call", UNSET))

        _tool_calls = d.pop("tool_calls", UNSET)
        tool_calls: list[ChatToolCall] | Unset = UNSET
        if _tool_calls is not UNSET:
            tool_calls = []
            for tool_calls_item_data in _tool_calls:
                tool_calls_item = ChatToolCall.from_dict(tool_calls_item_data)

                tool_calls.append(tool_calls_item)

        def _parse_reasoning(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        reasoning = _parse_reasoning(d.pop("reasoning", UNSET))

        def _parse_reasoning_content(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        reasoning_content = _parse_reasoning_content(d.pop("reasoning_content", UNSET))

        chat_answer = cls(
            role=role,
            content=content,
            refusal=refusal,
            annotations=annotations,
            audio=audio,
            function_call=function_call,
            tool_calls=tool_calls,
            reasoning=reasoning,
            reasoning_content=reasoning_content,
        )

        return chat_answer
