# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.scope import Scope, check_scope

T = TypeVar("T", bound="Session")


@_attrs_define
class Session:
    """
    Attributes:
        id (str): Identifies a key without revealing it.
        token (str): 'The token to send as `Authorization: Bearer {token}`.'
        expires (str): ISO 8601, in UTC.
        scopes (list[Scope]): The operations that a key may use.
        owner (str): The owner of the resources that a key can use.
        key_id (str): Identifies a key without revealing it.
    """

    id: str
    token: str
    expires: str
    scopes: list[Scope]
    owner: str
    key_id: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        token = self.token

        expires = self.expires

        scopes = []
        for componentsschemas_scopes_item_data in self.scopes:
            componentsschemas_scopes_item: str = componentsschemas_scopes_item_data
            scopes.append(componentsschemas_scopes_item)

        owner = self.owner

        key_id = self.key_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "token": token,
                "expires": expires,
                "scopes": scopes,
                "owner": owner,
                "key_id": key_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        token = d.pop("token")

        expires = d.pop("expires")

        scopes = []
        _scopes = d.pop("scopes")
        for componentsschemas_scopes_item_data in _scopes:
            componentsschemas_scopes_item = check_scope(componentsschemas_scopes_item_data)

            scopes.append(componentsschemas_scopes_item)

        owner = d.pop("owner")

        key_id = d.pop("key_id")

        session = cls(
            id=id,
            token=token,
            expires=expires,
            scopes=scopes,
            owner=owner,
            key_id=key_id,
        )

        return session
