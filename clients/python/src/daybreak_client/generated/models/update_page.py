# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.update import Update


T = TypeVar("T", bound="UpdatePage")


@_attrs_define
class UpdatePage:
    """
    Attributes:
        object_ (Literal['list']):
        data (list[Update]):
        cursor (str): A position in the order of an owner's changes.
        has_more (bool): Whether there may be more changes already.
    """

    object_: Literal["list"]
    data: list[Update]
    cursor: str
    has_more: bool

    def to_dict(self) -> dict[str, Any]:
        object_ = self.object_

        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)

        cursor = self.cursor

        has_more = self.has_more

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "object": object_,
                "data": data,
                "cursor": cursor,
                "has_more": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.update import Update  # noqa: PLC0415

        d = dict(src_dict)
        object_ = cast(Literal["list"], d.pop("object"))
        if object_ != "list":
            raise ValueError(f"object must match const 'list', got '{object_}'")

        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = Update.from_dict(data_item_data)

            data.append(data_item)

        cursor = d.pop("cursor")

        has_more = d.pop("has_more")

        update_page = cls(
            object_=object_,
            data=data,
            cursor=cursor,
            has_more=has_more,
        )

        return update_page
