# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.finish_reason import FinishReason, check_finish_reason
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.completion_logprobs import CompletionLogprobs


T = TypeVar("T", bound="CompletionChunkChoice")


@_attrs_define
class CompletionChunkChoice:
    """
    Attributes:
        index (int):
        text (str):
        logprobs (CompletionLogprobs | None): Null unless requested.
        finish_reason (FinishReason | None):
        stop_reason (int | None | str | Unset): The stop token or stop string that ended the answer;
            `repetition_detected`; or `no_token_allowed` if the request's own rules forbid every token. Otherwise null.
        token_ids (list[int] | None | Unset): Token ids of this chunk, with `return_token_ids`.
        prompt_token_ids (list[int] | None | Unset): Present in the first chunk of the choice, with `return_token_ids`.
    """

    index: int
    text: str
    logprobs: CompletionLogprobs | None
    finish_reason: FinishReason | None
    stop_reason: int | None | str | Unset = UNSET
    token_ids: list[int] | None | Unset = UNSET
    prompt_token_ids: list[int] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.completion_logprobs import CompletionLogprobs  # noqa: PLC0415

        index = self.index

        text = self.text

        logprobs: dict[str, Any] | None
        if isinstance(self.logprobs, CompletionLogprobs):
            logprobs = self.logprobs.to_dict()
        else:
            logprobs = self.logprobs

        finish_reason: None | str
        if isinstance(self.finish_reason, str):
            finish_reason = self.finish_reason
        else:
            finish_reason = self.finish_reason

        stop_reason: int | None | str | Unset
        if isinstance(self.stop_reason, Unset):
            stop_reason = UNSET
        else:
            stop_reason = self.stop_reason

        token_ids: list[int] | None | Unset
        if isinstance(self.token_ids, Unset):
            token_ids = UNSET
        elif isinstance(self.token_ids, list):
            token_ids = self.token_ids

        else:
            token_ids = self.token_ids

        prompt_token_ids: list[int] | None | Unset
        if isinstance(self.prompt_token_ids, Unset):
            prompt_token_ids = UNSET
        elif isinstance(self.prompt_token_ids, list):
            prompt_token_ids = self.prompt_token_ids

        else:
            prompt_token_ids = self.prompt_token_ids

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "index": index,
                "text": text,
                "logprobs": logprobs,
                "finish_reason": finish_reason,
            }
        )
        if stop_reason is not UNSET:
            field_dict["stop_reason"] = stop_reason
        if token_ids is not UNSET:
            field_dict["token_ids"] = token_ids
        if prompt_token_ids is not UNSET:
            field_dict["prompt_token_ids"] = prompt_token_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.completion_logprobs import CompletionLogprobs  # noqa: PLC0415

        d = dict(src_dict)
        index = d.pop("index")

        text = d.pop("text")

        def _parse_logprobs(data: object) -> CompletionLogprobs | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                logprobs_type_0 = CompletionLogprobs.from_dict(data)

                return logprobs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CompletionLogprobs | None, data)

        logprobs = _parse_logprobs(d.pop("logprobs"))

        def _parse_finish_reason(data: object) -> FinishReason | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                finish_reason_type_0 = check_finish_reason(data)

                return finish_reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FinishReason | None, data)

        finish_reason = _parse_finish_reason(d.pop("finish_reason"))

        def _parse_stop_reason(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        stop_reason = _parse_stop_reason(d.pop("stop_reason", UNSET))

        def _parse_token_ids(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                token_ids_type_0 = cast(list[int], data)

                return token_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        token_ids = _parse_token_ids(d.pop("token_ids", UNSET))

        def _parse_prompt_token_ids(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                prompt_token_ids_type_0 = cast(list[int], data)

                return prompt_token_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        prompt_token_ids = _parse_prompt_token_ids(d.pop("prompt_token_ids", UNSET))

        completion_chunk_choice = cls(
            index=index,
            text=text,
            logprobs=logprobs,
            finish_reason=finish_reason,
            stop_reason=stop_reason,
            token_ids=token_ids,
            prompt_token_ids=prompt_token_ids,
        )

        return completion_chunk_choice
