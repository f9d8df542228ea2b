from __future__ import annotations

from typing import Any

from ._body import Body
from ._caller import Caller
from .generated.api.responses import create_response
from .generated.models import ResponseObject


class Responses:
    """OpenAI's Responses API, without streaming (use OpenAI's SDKs). The fields are those of `ResponseRequest`."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, **fields: Any) -> ResponseObject:
        """Creates a response: `create(model=..., input='Hello')`."""
        if fields.get('stream'):
            raise TypeError('stream: create does not stream')
        return self._call(ResponseObject, create_response.sync_detailed, body=Body(fields))
