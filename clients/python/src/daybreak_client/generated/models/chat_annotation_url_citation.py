# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ChatAnnotationUrlCitation")


@_attrs_define
class ChatAnnotationUrlCitation:
    """
    Attributes:
        start_index (int):
        end_index (int):
        title (str):
        url (str):
    """

    start_index: int
    end_index: int
    title: str
    url: str

    def to_dict(self) -> dict[str, Any]:
        start_index = self.start_index

        end_index = self.end_index

        title = self.title

        url = self.url

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "start_index": start_index,
                "end_index": end_index,
                "title": title,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        start_index = d.pop("start_index")

        end_index = d.pop("end_index")

        title = d.pop("title")

        url = d.pop("url")

        chat_annotation_url_citation = cls(
            start_index=start_index,
            end_index=end_index,
            title=title,
            url=url,
        )

        return chat_annotation_url_citation
