from __future__ import annotations

from typing import Any

from ._body import Body
from ._caller import Caller
from .generated.api.responses import create_response
from .generated.models import ResponseObject


class Responses:
    """Chat in the words of the Responses API, which OpenAI's own SDKs stream. The fields are `ResponseRequest`'s."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, **fields: Any) -> ResponseObject:
        """The whole answer: `create(model=..., input='Hello')`."""
        if fields.get('stream'):
            raise TypeError('stream: create gives whole answers')
        return self._call(ResponseObject, create_response.sync_detailed, body=Body(fields))
