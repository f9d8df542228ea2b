# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="DeletedModel")


@_attrs_define
class DeletedModel:
    """
    Attributes:
        model_id (str):
        deleted_checkpoints (int):
        deleted_run (bool): Whether a tracking run was deleted too.
    """

    model_id: str
    deleted_checkpoints: int
    deleted_run: bool

    def to_dict(self) -> dict[str, Any]:
        model_id = self.model_id

        deleted_checkpoints = self.deleted_checkpoints

        deleted_run = self.deleted_run

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "model_id": model_id,
                "deleted_checkpoints": deleted_checkpoints,
                "deleted_run": deleted_run,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model_id = d.pop("model_id")

        deleted_checkpoints = d.pop("deleted_checkpoints")

        deleted_run = d.pop("deleted_run")

        deleted_model = cls(
            model_id=model_id,
            deleted_checkpoints=deleted_checkpoints,
            deleted_run=deleted_run,
        )

        return deleted_model
