# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.service_tier_type_0 import ServiceTierType0, check_service_tier_type_0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_choice import ChatChoice
    from ..models.chat_usage import ChatUsage
    from ..models.free_object import FreeObject
    from ..models.prompt_logprobs import PromptLogprobs


T = TypeVar("T", bound="ChatCompletion")


@_attrs_define
class ChatCompletion:
    """
    Attributes:
        id (str):
        object_ (Literal['chat.completion']):
        created (int):
        model (str): The model name of the request.
        choices (list[ChatChoice]):
        usage (ChatUsage):
        service_tier (None | ServiceTierType0 | Unset):
        system_fingerprint (None | str | Unset):
        prompt_logprobs (list[None | PromptLogprobs] | None | Unset): One for each token of the prompt; null for the
            first.
        prompt_token_ids (list[int] | None | Unset): Present with `return_token_ids`.
        kv_transfer_params (FreeObject | None | Unset):
    """

    id: str
    object_: Literal["chat.completion"]
    created: int
    model: str
    choices: list[ChatChoice]
    usage: ChatUsage
    service_tier: None | ServiceTierType0 | Unset = UNSET
    system_fingerprint: None | str | Unset = UNSET
    prompt_logprobs: list[None | PromptLogprobs] | None | Unset = UNSET
    prompt_token_ids: list[int] | None | Unset = UNSET
    kv_transfer_params: FreeObject | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.prompt_logprobs import PromptLogprobs  # noqa: PLC0415

        id = self.id

        object_ = self.object_

        created = self.created

        model = self.model

        choices = []
        for choices_item_data in self.choices:
            choices_item = choices_item_data.to_dict()
            choices.append(choices_item)

        usage = self.usage.to_dict()

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

        prompt_logprobs: list[dict[str, Any] | None] | None | Unset
        if isinstance(self.prompt_logprobs, Unset):
            prompt_logprobs = UNSET
        elif isinstance(self.prompt_logprobs, list):
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

        prompt_token_ids: list[int] | None | Unset
        if isinstance(self.prompt_token_ids, Unset):
            prompt_token_ids = UNSET
        elif isinstance(self.prompt_token_ids, list):
            prompt_token_ids = self.prompt_token_ids

        else:
            prompt_token_ids = self.prompt_token_ids

        kv_transfer_params: dict[str, Any] | None | Unset
        if isinstance(self.kv_transfer_params, Unset):
            kv_transfer_params = UNSET
        elif isinstance(self.kv_transfer_params, FreeObject):
            kv_transfer_params = self.kv_transfer_params.to_dict()
        else:
            kv_transfer_params = self.kv_transfer_params

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "object": object_,
                "created": created,
                "model": model,
                "choices": choices,
                "usage": usage,
            }
        )
        if service_tier is not UNSET:
            field_dict["service_tier"] = service_tier
        if system_fingerprint is not UNSET:
            field_dict["system_fingerprint"] = system_fingerprint
        if prompt_logprobs is not UNSET:
            field_dict["prompt_logprobs"] = prompt_logprobs
        if prompt_token_ids is not UNSET:
            field_dict["prompt_token_ids"] = prompt_token_ids
        if kv_transfer_params is not UNSET:
            field_dict["kv_transfer_params"] = kv_transfer_params

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_choice import ChatChoice  # noqa: PLC0415
        from ..models.chat_usage import ChatUsage  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.prompt_logprobs import PromptLogprobs  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        object_ = cast(Literal["chat.completion"], d.pop("object"))
        if object_ != "chat.completion":
            raise ValueError(f"object must match const 'chat.completion', got '{object_}'")

        created = d.pop("created")

        model = d.pop("model")

        choices = []
        _choices = d.pop("choices")
        for choices_item_data in _choices:
            choices_item = ChatChoice.from_dict(choices_item_data)

            choices.append(choices_item)

        usage = ChatUsage.from_dict(d.pop("usage"))

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

        def _parse_prompt_logprobs(data: object) -> list[None | PromptLogprobs] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
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
            return cast(list[None | PromptLogprobs] | None | Unset, data)

        prompt_logprobs = _parse_prompt_logprobs(d.pop("prompt_logprobs", UNSET))

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

        def _parse_kv_transfer_params(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                kv_transfer_params_type_0 = FreeObject.from_dict(data)

                return kv_transfer_params_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        kv_transfer_params = _parse_kv_transfer_params(d.pop("kv_transfer_params", UNSET))

        chat_completion = cls(
            id=id,
            object_=object_,
            created=created,
            model=model,
            choices=choices,
            usage=usage,
            service_tier=service_tier,
            system_fingerprint=system_fingerprint,
            prompt_logprobs=prompt_logprobs,
            prompt_token_ids=prompt_token_ids,
            kv_transfer_params=kv_transfer_params,
        )

        return chat_completion
