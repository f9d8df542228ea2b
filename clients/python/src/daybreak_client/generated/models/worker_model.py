# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="WorkerModel")


@_attrs_define
class WorkerModel:
    """
    Attributes:
        id (str): The base model.
        class_ (None | str): Workers of the same class compute the same bits, so one can continue a sequence of another.
            Null for a server without a cluster, which does not measure its class.
        context_length (int):
        training_length (int): Longest sequence that it can train on.
        places (int): Maximum number of concurrent sequences.
    """

    id: str
    class_: None | str
    context_length: int
    training_length: int
    places: int

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        class_: None | str
        class_ = self.class_

        context_length = self.context_length

        training_length = self.training_length

        places = self.places

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "class": class_,
                "context_length": context_length,
                "training_length": training_length,
                "places": places,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_class_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        class_ = _parse_class_(d.pop("class"))

        context_length = d.pop("context_length")

        training_length = d.pop("training_length")

        places = d.pop("places")

        worker_model = cls(
            id=id,
            class_=class_,
            context_length=context_length,
            training_length=training_length,
            places=places,
        )

        return worker_model
