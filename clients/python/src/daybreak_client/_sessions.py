from __future__ import annotations

from collections.abc import Sequence

from ._body import Body
from ._caller import Caller
from .generated.api.sessions import create_session, delete_session
from .generated.models import DeletedSession, Session


class Sessions:
    """Sessions: short-lived keys that browsers hold instead of the API key."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(
        self, *, scopes: Sequence[str] | None = None, expires_in: int | None = None, code: str | None = None
    ) -> Session:
        """Creates a session from this client's key. Its `token` can be passed as `api_key`."""
        body = Body({'scopes': scopes, 'expires_in': expires_in, 'code': code})
        return self._call(Session, create_session.sync_detailed, body=body)

    def delete(self) -> None:
        """Ends the session that this client uses as its key."""
        self._call(DeletedSession, delete_session.sync_detailed)
