# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scope import Scope, check_scope

if TYPE_CHECKING:
    from ..models.key_limits import KeyLimits


T = TypeVar("T", bound="Key")


@_attrs_define
class Key:
    """
    Attributes:
        id (str): Identifies a key without revealing it.
        name (str): Name given by the creator of the key; may be empty.
        owner (str): The owner of the resources that a key can use.
        scopes (list[Scope]): The operations that a key may use.
        expires (None | str): Null if the key does not expire.
        session (bool): Whether it is a session, not an API key.
        limits (KeyLimits): Limits of one key, over all servers of a cluster. Exceeding one is a 429.
    """

    id: str
    name: str
    owner: str
    scopes: list[Scope]
    expires: None | str
    session: bool
    limits: KeyLimits

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        owner = self.owner

        scopes = []
        for componentsschemas_scopes_item_data in self.scopes:
            componentsschemas_scopes_item: str = componentsschemas_scopes_item_data
            scopes.append(componentsschemas_scopes_item)

        expires: None | str
        expires = self.expires

        session = self.session

        limits = self.limits.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "owner": owner,
                "scopes": scopes,
                "expires": expires,
                "session": session,
                "limits": limits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.key_limits import KeyLimits  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        owner = d.pop("owner")

        scopes = []
        _scopes = d.pop("scopes")
        for componentsschemas_scopes_item_data in _scopes:
            componentsschemas_scopes_item = check_scope(componentsschemas_scopes_item_data)

            scopes.append(componentsschemas_scopes_item)

        def _parse_expires(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        expires = _parse_expires(d.pop("expires"))

        session = d.pop("session")

        limits = KeyLimits.from_dict(d.pop("limits"))

        key = cls(
            id=id,
            name=name,
            owner=owner,
            scopes=scopes,
            expires=expires,
            session=session,
            limits=limits,
        )

        return key
