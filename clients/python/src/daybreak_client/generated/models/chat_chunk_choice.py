# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.finish_reason import FinishReason, check_finish_reason
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_delta import ChatDelta
    from ..models.chat_logprobs import ChatLogprobs
    from ..models.policy_token_span import PolicyTokenSpan


T = TypeVar("T", bound="ChatChunkChoice")


@_attrs_define
class ChatChunkChoice:
    """
    Attributes:
        index (int):
        delta (ChatDelta):
        finish_reason (FinishReason | None):
        logprobs (ChatLogprobs | None | Unset): Log-probabilities of this chunk's tokens.
        stop_reason (int | None | str | Unset): The stop token or stop string that ended the answer;
            `repetition_detected`; or `no_token_allowed` if the request's own rules forbid every token. Otherwise null.
        token_ids (list[int] | None | Unset): Token ids of this chunk, with `return_token_ids`.
        policy_token_spans (list[PolicyTokenSpan] | Unset): Spans of the choice's whole answer, as in `ChatChoice`;
            present in its last chunk with `return_token_ids`.
        prompt_policy_token_spans (list[PolicyTokenSpan] | Unset): The weights that computed the prompt, for all its
            tokens except the first, which has no prediction. Present together with `policy_token_spans`, as ART requires
            both or neither in a stream.
    """

    index: int
    delta: ChatDelta
    finish_reason: FinishReason | None
    logprobs: ChatLogprobs | None | Unset = UNSET
    stop_reason: int | None | str | Unset = UNSET
    token_ids: list[int] | None | Unset = UNSET
    policy_token_spans: list[PolicyTokenSpan] | Unset = UNSET
    prompt_policy_token_spans: list[PolicyTokenSpan] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.chat_logprobs import ChatLogprobs  # noqa: PLC0415

        index = self.index

        delta = self.delta.to_dict()

        finish_reason: None | str
        if isinstance(self.finish_reason, str):
            finish_reason = self.finish_reason
        else:
            finish_reason = self.finish_reason

        logprobs: dict[str, Any] | None | Unset
        if isinstance(self.logprobs, Unset):
            logprobs = UNSET
        elif isinstance(self.logprobs, ChatLogprobs):
            logprobs = self.logprobs.to_dict()
        else:
            logprobs = self.logprobs

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

        policy_token_spans: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.policy_token_spans, Unset):
            policy_token_spans = []
            for policy_token_spans_item_data in self.policy_token_spans:
                policy_token_spans_item = policy_token_spans_item_data.to_dict()
                policy_token_spans.append(policy_token_spans_item)

        prompt_policy_token_spans: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.prompt_policy_token_spans, Unset):
            prompt_policy_token_spans = []
            for prompt_policy_token_spans_item_data in self.prompt_policy_token_spans:
                prompt_policy_token_spans_item = prompt_policy_token_spans_item_data.to_dict()
                prompt_policy_token_spans.append(prompt_policy_token_spans_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "index": index,
                "delta": delta,
                "finish_reason": finish_reason,
            }
        )
        if logprobs is not UNSET:
            field_dict["logprobs"] = logprobs
        if stop_reason is not UNSET:
            field_dict["stop_reason"] = stop_reason
        if token_ids is not UNSET:
            field_dict["token_ids"] = token_ids
        if policy_token_spans is not UNSET:
            field_dict["policy_token_spans"] = policy_token_spans
        if prompt_policy_token_spans is not UNSET:
            field_dict["prompt_policy_token_spans"] = prompt_policy_token_spans

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_delta import ChatDelta  # noqa: PLC0415
        from ..models.chat_logprobs import ChatLogprobs  # noqa: PLC0415
        from ..models.policy_token_span import PolicyTokenSpan  # noqa: PLC0415

        d = dict(src_dict)
        index = d.pop("index")

        delta = ChatDelta.from_dict(d.pop("delta"))

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

        def _parse_logprobs(data: object) -> ChatLogprobs | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                logprobs_type_0 = ChatLogprobs.from_dict(data)

                return logprobs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatLogprobs | None | Unset, data)

        logprobs = _parse_logprobs(d.pop("logprobs", UNSET))

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

        _policy_token_spans = d.pop("policy_token_spans", UNSET)
        policy_token_spans: list[PolicyTokenSpan] | Unset = UNSET
        if _policy_token_spans is not UNSET:
            policy_token_spans = []
            for policy_token_spans_item_data in _policy_token_spans:
                policy_token_spans_item = PolicyTokenSpan.from_dict(policy_token_spans_item_data)

                policy_token_spans.append(policy_token_spans_item)

        _prompt_policy_token_spans = d.pop("prompt_policy_token_spans", UNSET)
        prompt_policy_token_spans: list[PolicyTokenSpan] | Unset = UNSET
        if _prompt_policy_token_spans is not UNSET:
            prompt_policy_token_spans = []
            for prompt_policy_token_spans_item_data in _prompt_policy_token_spans:
                prompt_policy_token_spans_item = PolicyTokenSpan.from_dict(prompt_policy_token_spans_item_data)

                prompt_policy_token_spans.append(prompt_policy_token_spans_item)

        chat_chunk_choice = cls(
            index=index,
            delta=delta,
            finish_reason=finish_reason,
            logprobs=logprobs,
            stop_reason=stop_reason,
            token_ids=token_ids,
            policy_token_spans=policy_token_spans,
            prompt_policy_token_spans=prompt_policy_token_spans,
        )

        return chat_chunk_choice
