# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.service_tier_type_0 import ServiceTierType0, check_service_tier_type_0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_usage import ChatUsage
    from ..models.completion_chunk_choice import CompletionChunkChoice


T = TypeVar("T", bound="CompletionChunk")


@_attrs_define
class CompletionChunk:
    """
    Attributes:
        id (str):
        object_ (Literal['text_completion']):
        created (int):
        model (str):
        choices (list[CompletionChunkChoice]): Empty in the usage chunk.
        usage (ChatUsage | None | Unset):
        service_tier (None | ServiceTierType0 | Unset):
        system_fingerprint (None | str | Unset):
    """

    id: str
    object_: Literal["text_completion"]
    created: int
    model: str
    choices: list[CompletionChunkChoice]
    usage: ChatUsage | None | Unset = UNSET
    service_tier: None | ServiceTierType0 | Unset = UNSET
    system_fingerprint: None | str | Unset = UNSET

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

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_usage import ChatUsage  # noqa: PLC0415
        from ..models.completion_chunk_choice import CompletionChunkChoice  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        object_ = cast(Literal["text_completion"], d.pop("object"))
        if object_ != "text_completion":
            raise ValueError(f"object must match const 'text_completion', got '{object_}'")

        created = d.pop("created")

        model = d.pop("model")

        choices = []
        _choices = d.pop("choices")
        for choices_item_data in _choices:
            choices_item = CompletionChunkChoice.from_dict(choices_item_data)

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

        completion_chunk = cls(
            id=id,
            object_=object_,
            created=created,
            model=model,
            choices=choices,
            usage=usage,
            service_tier=service_tier,
            system_fingerprint=system_fingerprint,
        )

        return completion_chunk
