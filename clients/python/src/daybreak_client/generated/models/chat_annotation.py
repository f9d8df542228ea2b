# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.chat_annotation_url_citation import ChatAnnotationUrlCitation


T = TypeVar("T", bound="ChatAnnotation")


@_attrs_define
class ChatAnnotation:
    """
    Attributes:
        type_ (Literal['url_citation']):
        url_citation (ChatAnnotationUrlCitation):
    """

    type_: Literal["url_citation"]
    url_citation: ChatAnnotationUrlCitation

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        url_citation = self.url_citation.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "url_citation": url_citation,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_annotation_url_citation import ChatAnnotationUrlCitation  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["url_citation"], d.pop("type"))
        if type_ != "url_citation":
            raise ValueError(f"type must match const 'url_citation', got '{type_}'")

        url_citation = ChatAnnotationUrlCitation.from_dict(d.pop("url_citation"))

        chat_annotation = cls(
            type_=type_,
            url_citation=url_citation,
        )

        return chat_annotation
