# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.service_tier_type_0 import ServiceTierType0, check_service_tier_type_0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_usage import ChatUsage
    from ..models.completion_choice import CompletionChoice
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="Completion")


@_attrs_define
class Completion:
    """
    Attributes:
        id (str):
        object_ (Literal['text_completion']):
        created (int):
        model (str): The model name of the request.
        choices (list[CompletionChoice]):
        usage (ChatUsage):
        service_tier (None | ServiceTierType0 | Unset):
        system_fingerprint (None | str | Unset):
        kv_transfer_params (FreeObject | None | Unset):
    """

    id: str
    object_: Literal["text_completion"]
    created: int
    model: str
    choices: list[CompletionChoice]
    usage: ChatUsage
    service_tier: None | ServiceTierType0 | Unset = UNSET
    system_fingerprint: None | str | Unset = UNSET
    kv_transfer_params: FreeObject | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.free_object import FreeObject  # noqa: PLC0415

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
        if kv_transfer_params is not UNSET:
            field_dict["kv_transfer_params"] = kv_transfer_params

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_usage import ChatUsage  # noqa: PLC0415
        from ..models.completion_choice import CompletionChoice  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415

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
            choices_item = CompletionChoice.from_dict(choices_item_data)

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

        completion = cls(
            id=id,
            object_=object_,
            created=created,
            model=model,
            choices=choices,
            usage=usage,
            service_tier=service_tier,
            system_fingerprint=system_fingerprint,
            kv_transfer_params=kv_transfer_params,
        )

        return completion
