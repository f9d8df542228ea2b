# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.finish_reason import FinishReason, check_finish_reason

if TYPE_CHECKING:
    from ..models.chat_answer import ChatAnswer
    from ..models.chat_logprobs import ChatLogprobs
    from ..models.policy_token_span import PolicyTokenSpan


T = TypeVar("T", bound="ChatChoice")


@_attrs_define
class ChatChoice:
    """
    Attributes:
        index (int):
        message (ChatAnswer):
        logprobs (ChatLogprobs):
        finish_reason (FinishReason):
        stop_reason (int | None | str): The stop token or stop string that ended the answer; `repetition_detected`; or
            `no_token_allowed` if the request's own rules forbid every token. Otherwise null.
        token_ids (list[int]):
        prompt_token_ids (list[int]):
        policy_token_spans (list[PolicyTokenSpan]): The weights that sampled the tokens. All tokens are from one
            checkpoint. Empty if the answer has no tokens. Read by ART's `PipelineTrainer`.
    """

    index: int
    message: ChatAnswer
    logprobs: ChatLogprobs
    finish_reason: FinishReason
    stop_reason: int | None | str
    token_ids: list[int]
    prompt_token_ids: list[int]
    policy_token_spans: list[PolicyTokenSpan]

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        message = self.message.to_dict()

        logprobs = self.logprobs.to_dict()

        finish_reason: str = self.finish_reason

        stop_reason: int | None | str
        stop_reason = self.stop_reason

        token_ids = self.token_ids

        prompt_token_ids = self.prompt_token_ids

        policy_token_spans = []
        for policy_token_spans_item_data in self.policy_token_spans:
            policy_token_spans_item = policy_token_spans_item_data.to_dict()
            policy_token_spans.append(policy_token_spans_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "index": index,
                "message": message,
                "logprobs": logprobs,
                "finish_reason": finish_reason,
                "stop_reason": stop_reason,
                "token_ids": token_ids,
                "prompt_token_ids": prompt_token_ids,
                "policy_token_spans": policy_token_spans,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_answer import ChatAnswer  # noqa: PLC0415
        from ..models.chat_logprobs import ChatLogprobs  # noqa: PLC0415
        from ..models.policy_token_span import PolicyTokenSpan  # noqa: PLC0415

        d = dict(src_dict)
        index = d.pop("index")

        message = ChatAnswer.from_dict(d.pop("message"))

        logprobs = ChatLogprobs.from_dict(d.pop("logprobs"))

        finish_reason = check_finish_reason(d.pop("finish_reason"))

        def _parse_stop_reason(data: object) -> int | None | str:
            if data is None:
                return data
            return cast(int | None | str, data)

        stop_reason = _parse_stop_reason(d.pop("stop_reason"))

        token_ids = cast(list[int], d.pop("token_ids"))

        prompt_token_ids = cast(list[int], d.pop("prompt_token_ids"))

        policy_token_spans = []
        _policy_token_spans = d.pop("policy_token_spans")
        for policy_token_spans_item_data in _policy_token_spans:
            policy_token_spans_item = PolicyTokenSpan.from_dict(policy_token_spans_item_data)

            policy_token_spans.append(policy_token_spans_item)

        chat_choice = cls(
            index=index,
            message=message,
            logprobs=logprobs,
            finish_reason=finish_reason,
            stop_reason=stop_reason,
            token_ids=token_ids,
            prompt_token_ids=prompt_token_ids,
            policy_token_spans=policy_token_spans,
        )

        return chat_choice
