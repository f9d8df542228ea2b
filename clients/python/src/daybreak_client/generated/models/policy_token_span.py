# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="PolicyTokenSpan")


@_attrs_define
class PolicyTokenSpan:
    """
    Attributes:
        start_token (int): Index of the first token.
        end_token (int): Index of the last token, plus 1.
        generation_id (str): The id of the checkpoint, or the name of the base model.
        policy_version (int): The checkpoint's step; 0 for a base model.
        lora_slot (str): The id of the adapter; empty for the base model.
        update_seq (int): The checkpoint's step, as in `policy_version`.
    """

    start_token: int
    end_token: int
    generation_id: str
    policy_version: int
    lora_slot: str
    update_seq: int

    def to_dict(self) -> dict[str, Any]:
        start_token = self.start_token

        end_token = self.end_token

        generation_id = self.generation_id

        policy_version = self.policy_version

        lora_slot = self.lora_slot

        update_seq = self.update_seq

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "start_token": start_token,
                "end_token": end_token,
                "generation_id": generation_id,
                "policy_version": policy_version,
                "lora_slot": lora_slot,
                "update_seq": update_seq,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        start_token = d.pop("start_token")

        end_token = d.pop("end_token")

        generation_id = d.pop("generation_id")

        policy_version = d.pop("policy_version")

        lora_slot = d.pop("lora_slot")

        update_seq = d.pop("update_seq")

        policy_token_span = cls(
            start_token=start_token,
            end_token=end_token,
            generation_id=generation_id,
            policy_version=policy_version,
            lora_slot=lora_slot,
            update_seq=update_seq,
        )

        return policy_token_span
