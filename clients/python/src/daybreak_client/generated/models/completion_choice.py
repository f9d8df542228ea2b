# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.finish_reason import FinishReason, check_finish_reason

if TYPE_CHECKING:
    from ..models.completion_logprobs import CompletionLogprobs
    from ..models.prompt_logprobs import PromptLogprobs


T = TypeVar("T", bound="CompletionChoice")


@_attrs_define
class CompletionChoice:
    """
    Attributes:
        index (int):
        text (str):
        logprobs (CompletionLogprobs | None): Null unless requested.
        finish_reason (FinishReason):
        stop_reason (int | None | str): The stop token or stop string that ended the answer; `repetition_detected`; or
            `no_token_allowed` if the request's own rules forbid every token. Otherwise null.
        token_ids (list[int]):
        prompt_token_ids (list[int]):
        prompt_logprobs (list[None | PromptLogprobs] | None): One for each token of the prompt; null for the first.
    """

    index: int
    text: str
    logprobs: CompletionLogprobs | None
    finish_reason: FinishReason
    stop_reason: int | None | str
    token_ids: list[int]
    prompt_token_ids: list[int]
    prompt_logprobs: list[None | PromptLogprobs] | None

    def to_dict(self) -> dict[str, Any]:
        from ..models.completion_logprobs import CompletionLogprobs  # noqa: PLC0415
        from ..models.prompt_logprobs import PromptLogprobs  # noqa: PLC0415

        index = self.index

        text = self.text

        logprobs: dict[str, Any] | None
        if isinstance(self.logprobs, CompletionLogprobs):
            logprobs = self.logprobs.to_dict()
        else:
            logprobs = self.logprobs

        finish_reason: str = self.finish_reason

        stop_reason: int | None | str
        stop_reason = self.stop_reason

        token_ids = self.token_ids

        prompt_token_ids = self.prompt_token_ids

        prompt_logprobs: list[dict[str, Any] | None] | None
        if isinstance(self.prompt_logprobs, list):
            prompt_logprobs = []
            for prompt_logprobs_type_0_item_data in self.prompt_logprobs:
                prompt_logprobs_type_0_item: dict[str, Any] | None
                if isinstance(prompt_logprobs_type_0_item_data, PromptLogprobs):
                    prompt_logprobs_type_0_item = prompt_logprobs_type_0_item_data.to_dict()
                else:
                    prompt_logprobs_type_0_item = prompt_logprobs_type_0_item_data
                prompt_logprobs.append(prompt_logprobs_type_0_item)

        else:
            prompt_logprobs = self.prompt_logprobs

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "index": index,
                "text": text,
                "logprobs": logprobs,
                "finish_reason": finish_reason,
                "stop_reason": stop_reason,
                "token_ids": token_ids,
                "prompt_token_ids": prompt_token_ids,
                "prompt_logprobs": prompt_logprobs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.completion_logprobs import CompletionLogprobs  # noqa: PLC0415
        from ..models.prompt_logprobs import PromptLogprobs  # noqa: PLC0415

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

        finish_reason = check_finish_reason(d.pop("finish_reason"))

        def _parse_stop_reason(data: object) -> int | None | str:
            if data is None:
                return data
            return cast(int | None | str, data)

        stop_reason = _parse_stop_reason(d.pop("stop_reason"))

        token_ids = cast(list[int], d.pop("token_ids"))

        prompt_token_ids = cast(list[int], d.pop("prompt_token_ids"))

        def _parse_prompt_logprobs(data: object) -> list[None | PromptLogprobs] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                prompt_logprobs_type_0 = []
                _prompt_logprobs_type_0 = data
                for prompt_logprobs_type_0_item_data in _prompt_logprobs_type_0:

                    def _parse_prompt_logprobs_type_0_item(data: object) -> None | PromptLogprobs:
                        if data is None:
                            return data
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            prompt_logprobs_type_0_item_type_0 = PromptLogprobs.from_dict(data)

                            return prompt_logprobs_type_0_item_type_0
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        return cast(None | PromptLogprobs, data)

                    prompt_logprobs_type_0_item = _parse_prompt_logprobs_type_0_item(prompt_logprobs_type_0_item_data)

                    prompt_logprobs_type_0.append(prompt_logprobs_type_0_item)

                return prompt_logprobs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[None | PromptLogprobs] | None, data)

        prompt_logprobs = _parse_prompt_logprobs(d.pop("prompt_logprobs"))

        completion_choice = cls(
            index=index,
            text=text,
            logprobs=logprobs,
            finish_reason=finish_reason,
            stop_reason=stop_reason,
            token_ids=token_ids,
            prompt_token_ids=prompt_token_ids,
            prompt_logprobs=prompt_logprobs,
        )

        return completion_choice
