# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.messages_error_body_error import MessagesErrorBodyError
    from ..models.validation_issue import ValidationIssue


T = TypeVar("T", bound="MessagesErrorBody")


@_attrs_define
class MessagesErrorBody:
    """`ErrorBody` with the fields that Anthropic's clients read: the type `error`, Anthropic's error type for the status,
    and the request id.

        Attributes:
            type_ (Literal['error']):
            error (MessagesErrorBodyError):
            detail (list[ValidationIssue] | str): All validation issues if validation failed, otherwise the message again.
            request_id (str):
    """

    type_: Literal["error"]
    error: MessagesErrorBodyError
    detail: list[ValidationIssue] | str
    request_id: str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        error = self.error.to_dict()

        detail: list[dict[str, Any]] | str
        if isinstance(self.detail, list):
            detail = []
            for componentsschemas_error_detail_type_0_item_data in self.detail:
                componentsschemas_error_detail_type_0_item = componentsschemas_error_detail_type_0_item_data.to_dict()
                detail.append(componentsschemas_error_detail_type_0_item)

        else:
            detail = self.detail

        request_id = self.request_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "error": error,
                "detail": detail,
                "request_id": request_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.messages_error_body_error import MessagesErrorBodyError  # noqa: PLC0415
        from ..models.validation_issue import ValidationIssue  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["error"], d.pop("type"))
        if type_ != "error":
            raise ValueError(f"type must match const 'error', got '{type_}'")

        error = MessagesErrorBodyError.from_dict(d.pop("error"))

        def _parse_detail(data: object) -> list[ValidationIssue] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_error_detail_type_0 = []
                _componentsschemas_error_detail_type_0 = data
                for componentsschemas_error_detail_type_0_item_data in _componentsschemas_error_detail_type_0:
                    componentsschemas_error_detail_type_0_item = ValidationIssue.from_dict(
                        componentsschemas_error_detail_type_0_item_data
                    )

                    componentsschemas_error_detail_type_0.append(componentsschemas_error_detail_type_0_item)

                return componentsschemas_error_detail_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ValidationIssue] | str, data)

        detail = _parse_detail(d.pop("detail"))

        request_id = d.pop("request_id")

        messages_error_body = cls(
            type_=type_,
            error=error,
            detail=detail,
            request_id=request_id,
        )

        return messages_error_body
