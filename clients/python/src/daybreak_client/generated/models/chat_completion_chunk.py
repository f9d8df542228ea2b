# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.service_tier_type_0 import ServiceTierType0, check_service_tier_type_0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_chunk_choice import ChatChunkChoice
    from ..models.chat_usage import ChatUsage


T = TypeVar("T", bound="ChatCompletionChunk")


@_attrs_define
class ChatCompletionChunk:
    """
    Attributes:
        id (str):
        object_ (Literal['chat.completion.chunk']):
        created (int):
        model (str):
        choices (list[ChatChunkChoice]): The first chunk has all choices with their role; the usage chunk has none.
        usage (ChatUsage | None | Unset):
        service_tier (None | ServiceTierType0 | Unset):
        system_fingerprint (None | str | Unset):
        prompt_token_ids (list[int] | None | Unset): Present in the first chunk, with `return_token_ids`.
    """

    id: str
    object_: Literal["chat.completion.chunk"]
    created: int
    model: str
    choices: list[ChatChunkChoice]
    usage: ChatUsage | None | Unset = UNSET
    service_tier: None | ServiceTierType0 | Unset = UNSET
    system_fingerprint: None | str | Unset = UNSET
    prompt_token_ids: list[int] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.chat_usage import ChatUsage  # noqa: PLC0415

        id = self.id

        object_ = self.object_

        created = self.created

        model = self.model

        choices = []
        for choices_item_data in self.choices:
            choices_item = choices_item_data.to_dict()
            choices.append(choices_item)

        usage: dict[str, Any] | None | Unset
        if isinstance(self.usage, Unset):
            usage = UNSET
        elif isinstance(self.usage, ChatUsage):
            usage = self.usage.to_dict()
        else:
            usage = self.usage

        service_tier: None | str | Unset
        if isinstance(self.service_tier, Unset):
            service_tier = UNSET
        elif isinstance(self.service_tier, str):
            service_tier = self.service_tier
        else:
            service_tier = self.service_tier

        system_fingerprint: None | str | Unset
        if isinstance(self.system_fingerprint, Unset):
            system_fingerprint = UNSET
        else:
            system_fingerprint = self.system_fingerprint

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
                "id": id,
                "object": object_,
                "created": created,
                "model": model,
                "choices": choices,
            }
        )
        if usage is not UNSET:
            field_dict["usage"] = usage
        if service_tier is not UNSET:
            field_dict["service_tier"] = service_tier
        if system_fingerprint is not UNSET:
            field_dict["system_fingerprint"] = system_fingerprint
        if prompt_token_ids is not UNSET:
            field_dict["prompt_token_ids"] = prompt_token_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_chunk_choice import ChatChunkChoice  # noqa: PLC0415
        from ..models.chat_usage import ChatUsage  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        object_ = cast(Literal["chat.completion.chunk"], d.pop("object"))
        if object_ != "chat.completion.chunk":
            raise ValueError(f"object must match const 'chat.completion.chunk', got '{object_}'")

        created = d.pop("created")

        model = d.pop("model")

        choices = []
        _choices = d.pop("choices")
        for choices_item_data in _choices:
            choices_item = ChatChunkChoice.from_dict(choices_item_data)

            choices.append(choices_item)

        def _parse_usage(data: object) -> ChatUsage | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                usage_type_0 = ChatUsage.from_dict(data)

                return usage_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatUsage | None | Unset, data)

        usage = _parse_usage(d.pop("usage", UNSET))

        def _parse_service_tier(data: object) -> None | ServiceTierType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                componentsschemas_service_tier_type_0 = check_service_tier_type_0(data)

                return componentsschemas_service_tier_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ServiceTierType0 | Unset, data)

        service_tier = _parse_service_tier(d.pop("service_tier", UNSET))

        def _parse_system_fingerprint(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        system_fingerprint = _parse_system_fingerprint(d.pop("system_fingerprint", UNSET))

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

        chat_completion_chunk = cls(
            id=id,
            object_=object_,
            created=created,
            model=model,
            choices=choices,
            usage=usage,
            service_tier=service_tier,
            system_fingerprint=system_fingerprint,
            prompt_token_ids=prompt_token_ids,
        )

        return chat_completion_chunk
