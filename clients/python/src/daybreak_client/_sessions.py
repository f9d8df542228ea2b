from __future__ import annotations

from collections.abc import Sequence

from ._body import Body
from ._caller import Caller
from .generated.api.sessions import create_session, delete_session
from .generated.models import DeletedSession, Session


class Sessions:
    """Keys of a few hours, for browsers to hold in place of the API key."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(
        self, *, scopes: Sequence[str] | None = None, expires_in: int | None = None, code: str | None = None
    ) -> Session:
        """A session of this client's key; its `token` is what a client takes as `api_key`."""
        body = Body({'scopes': scopes, 'expires_in': expires_in, 'code': code})
        return self._call(Session, create_session.sync_detailed, body=body)

    def delete(self) -> None:
        """Ends the session that this client's key is."""
        self._call(DeletedSession, delete_session.sync_detailed)
