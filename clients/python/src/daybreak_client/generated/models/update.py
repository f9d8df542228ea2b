# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.update_type import UpdateType, check_update_type

T = TypeVar("T", bound="Update")


@_attrs_define
class Update:
    """
    Attributes:
        type_ (UpdateType): The resource that was created, changed or deleted; `reset` if changes were lost, so that
            anything may have changed.
        id (None | str): The resource's id; null for `reset`.
        model_id (None | str): The model to which it belongs; null for an artifact and for `reset`.
        cursor (str): A position in the order of an owner's changes.
    """

    type_: UpdateType
    id: None | str
    model_id: None | str
    cursor: str

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id: None | str
        id = self.id

        model_id: None | str
        model_id = self.model_id

        cursor = self.cursor

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "id": id,
                "model_id": model_id,
                "cursor": cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_update_type(d.pop("type"))

        def _parse_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_model_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model_id = _parse_model_id(d.pop("model_id"))

        cursor = d.pop("cursor")

        update = cls(
            type_=type_,
            id=id,
            model_id=model_id,
            cursor=cursor,
        )

        return update
