# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.trajectory_choice_message import TrajectoryChoiceMessage
    from ..models.trajectory_logprobs import TrajectoryLogprobs


T = TypeVar("T", bound="TrajectoryChoice")


@_attrs_define
class TrajectoryChoice:
    """A choice, as returned by a chat completion. It is trained on if it has log-probabilities.

    Attributes:
        message (TrajectoryChoiceMessage):
        role (None | Unset): The role of its message; an item with a role here is a plain message.
        index (int | None | Unset):
        finish_reason (None | str | Unset):
        stop_reason (int | None | str | Unset): The stop token or stop string that ended the answer;
            `repetition_detected`; or `no_token_allowed` if the request's own rules forbid every token. Otherwise null.
        logprobs (None | TrajectoryLogprobs | Unset):
        token_ids (list[int] | None | Unset):
        prompt_token_ids (list[int] | None | Unset):
        art_completion_tokens (int | None | Unset):
        art_completion_logprobs (list[float] | None | Unset): One for each of `token_ids`. If present, they replace
            `logprobs`.
        compact_logprobs (list[float] | None | Unset): One for each of `token_ids`. If present, they replace `logprobs`.
    """

    message: TrajectoryChoiceMessage
    role: None | Unset = UNSET
    index: int | None | Unset = UNSET
    finish_reason: None | str | Unset = UNSET
    stop_reason: int | None | str | Unset = UNSET
    logprobs: None | TrajectoryLogprobs | Unset = UNSET
    token_ids: list[int] | None | Unset = UNSET
    prompt_token_ids: list[int] | None | Unset = UNSET
    art_completion_tokens: int | None | Unset = UNSET
    art_completion_logprobs: list[float] | None | Unset = UNSET
    compact_logprobs: list[float] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.trajectory_logprobs import TrajectoryLogprobs  # noqa: PLC0415

        message = self.message.to_dict()

        role = self.role

        index: int | None | Unset
        if isinstance(self.index, Unset):
            index = UNSET
        else:
            index = self.index

        finish_reason: None | str | Unset
        if isinstance(self.finish_reason, Unset):
            finish_reason = UNSET
        else:
            finish_reason = self.finish_reason

        stop_reason: int | None | str | Unset
        if isinstance(self.stop_reason, Unset):
            stop_reason = UNSET
        else:
            stop_reason = self.stop_reason

        logprobs: dict[str, Any] | None | Unset
        if isinstance(self.logprobs, Unset):
            logprobs = UNSET
        elif isinstance(self.logprobs, TrajectoryLogprobs):
            logprobs = self.logprobs.to_dict()
        else:
            logprobs = self.logprobs

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

        art_completion_tokens: int | None | Unset
        if isinstance(self.art_completion_tokens, Unset):
            art_completion_tokens = UNSET
        else:
            art_completion_tokens = self.art_completion_tokens

        art_completion_logprobs: list[float] | None | Unset
        if isinstance(self.art_completion_logprobs, Unset):
            art_completion_logprobs = UNSET
        elif isinstance(self.art_completion_logprobs, list):
            art_completion_logprobs = self.art_completion_logprobs

        else:
            art_completion_logprobs = self.art_completion_logprobs

        compact_logprobs: list[float] | None | Unset
        if isinstance(self.compact_logprobs, Unset):
            compact_logprobs = UNSET
        elif isinstance(self.compact_logprobs, list):
            compact_logprobs = self.compact_logprobs

        else:
            compact_logprobs = self.compact_logprobs

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "message": message,
            }
        )
        if role is not UNSET:
            field_dict["role"] = role
        if index is not UNSET:
            field_dict["index"] = index
        if finish_reason is not UNSET:
            field_dict["finish_reason"] = finish_reason
        if stop_reason is not UNSET:
            field_dict["stop_reason"] = stop_reason
        if logprobs is not UNSET:
            field_dict["logprobs"] = logprobs
        if token_ids is not UNSET:
            field_dict["token_ids"] = token_ids
        if prompt_token_ids is not UNSET:
            field_dict["prompt_token_ids"] = prompt_token_ids
        if art_completion_tokens is not UNSET:
            field_dict["art_completion_tokens"] = art_completion_tokens
        if art_completion_logprobs is not UNSET:
            field_dict["art_completion_logprobs"] = art_completion_logprobs
        if compact_logprobs is not UNSET:
            field_dict["compact_logprobs"] = compact_logprobs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.trajectory_choice_message import TrajectoryChoiceMessage  # noqa: PLC0415
        from ..models.trajectory_logprobs import TrajectoryLogprobs  # noqa: PLC0415

        d = dict(src_dict)
        message = TrajectoryChoiceMessage.from_dict(d.pop("message"))

        role = d.pop("role", UNSET)

        def _parse_index(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        index = _parse_index(d.pop("index", UNSET))

        def _parse_finish_reason(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        finish_reason = _parse_finish_reason(d.pop("finish_reason", UNSET))

        def _parse_stop_reason(data: object) -> int | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | str | Unset, data)

        stop_reason = _parse_stop_reason(d.pop("stop_reason", UNSET))

        def _parse_logprobs(data: object) -> None | TrajectoryLogprobs | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                logprobs_type_0 = TrajectoryLogprobs.from_dict(data)

                return logprobs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TrajectoryLogprobs | Unset, data)

        logprobs = _parse_logprobs(d.pop("logprobs", UNSET))

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

        def _parse_art_completion_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        art_completion_tokens = _parse_art_completion_tokens(d.pop("art_completion_tokens", UNSET))

        def _parse_art_completion_logprobs(data: object) -> list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_logprob_numbers_type_0 = cast(list[float], data)

                return componentsschemas_logprob_numbers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None | Unset, data)

        art_completion_logprobs = _parse_art_completion_logprobs(d.pop("art_completion_logprobs", UNSET))

        def _parse_compact_logprobs(data: object) -> list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_logprob_numbers_type_0 = cast(list[float], data)

                return componentsschemas_logprob_numbers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None | Unset, data)

        compact_logprobs = _parse_compact_logprobs(d.pop("compact_logprobs", UNSET))

        trajectory_choice = cls(
            message=message,
            role=role,
            index=index,
            finish_reason=finish_reason,
            stop_reason=stop_reason,
            logprobs=logprobs,
            token_ids=token_ids,
            prompt_token_ids=prompt_token_ids,
            art_completion_tokens=art_completion_tokens,
            art_completion_logprobs=art_completion_logprobs,
            compact_logprobs=compact_logprobs,
        )

        trajectory_choice.additional_properties = d
        return trajectory_choice

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
