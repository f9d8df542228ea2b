# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ChatAudio")


@_attrs_define
class ChatAudio:
    """
    Attributes:
        id (str):
        data (str):
        expires_at (int):
        transcript (str):
    """

    id: str
    data: str
    expires_at: int
    transcript: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        data = self.data

        expires_at = self.expires_at

        transcript = self.transcript

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "data": data,
                "expires_at": expires_at,
                "transcript": transcript,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        data = d.pop("data")

        expires_at = d.pop("expires_at")

        transcript = d.pop("transcript")

        chat_audio = cls(
            id=id,
            data=data,
            expires_at=expires_at,
            transcript=transcript,
        )

        return chat_audio
