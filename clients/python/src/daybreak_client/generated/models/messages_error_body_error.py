# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.error_code import ErrorCode, check_error_code
from ..models.messages_error_body_error_type import MessagesErrorBodyErrorType, check_messages_error_body_error_type

T = TypeVar("T", bound="MessagesErrorBodyError")


@_attrs_define
class MessagesErrorBodyError:
    """
    Attributes:
        type_ (MessagesErrorBodyErrorType):
        message (str): Names the field, the fault and the allowed values.
        param (None | str): The path of the field at fault, with dots, if there is one.
        code (ErrorCode): The complete list of error codes. Each has one status, except validation errors (400 or 422).
    """

    type_: MessagesErrorBodyErrorType
    message: str
    param: None | str
    code: ErrorCode

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        message = self.message

        param: None | str
        param = self.param

        code: str = self.code

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "message": message,
                "param": param,
                "code": code,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_messages_error_body_error_type(d.pop("type"))

        message = d.pop("message")

        def _parse_param(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        param = _parse_param(d.pop("param"))

        code = check_error_code(d.pop("code"))

        messages_error_body_error = cls(
            type_=type_,
            message=message,
            param=param,
            code=code,
        )

        return messages_error_body_error
