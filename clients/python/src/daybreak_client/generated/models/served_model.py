# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ServedModel")


@_attrs_define
class ServedModel:
    """
    Attributes:
        id (str): The name to use as `model` in chat.
        object_ (Literal['model']):
        created (int):
        owned_by (str):
        root (str): The name of the base model.
        parent (None | str): The base model of a trained model; null for a base model.
        max_model_len (int): Maximum number of tokens of prompt and answer together.
    """

    id: str
    object_: Literal["model"]
    created: int
    owned_by: str
    root: str
    parent: None | str
    max_model_len: int

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        object_ = self.object_

        created = self.created

        owned_by = self.owned_by

        root = self.root

        parent: None | str
        parent = self.parent

        max_model_len = self.max_model_len

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "object": object_,
                "created": created,
                "owned_by": owned_by,
                "root": root,
                "parent": parent,
                "max_model_len": max_model_len,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        object_ = cast(Literal["model"], d.pop("object"))
        if object_ != "model":
            raise ValueError(f"object must match const 'model', got '{object_}'")

        created = d.pop("created")

        owned_by = d.pop("owned_by")

        root = d.pop("root")

        def _parse_parent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        parent = _parse_parent(d.pop("parent"))

        max_model_len = d.pop("max_model_len")

        served_model = cls(
            id=id,
            object_=object_,
            created=created,
            owned_by=owned_by,
            root=root,
            parent=parent,
            max_model_len=max_model_len,
        )

        return served_model
