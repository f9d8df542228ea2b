"""Calls generated operations over a `Connection`, and checks that responses match the OpenAPI contract."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import httpx

from ._connection import Connection
from ._version import VERSION
from .errors import DaybreakError
from .generated.client import Client

T = TypeVar('T')


class Caller:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        # The connection adds the base URL and raises for error statuses, so generated code only parses 200 responses.
        self._client = Client(base_url='').set_httpx_client(cast(httpx.Client, connection))

    def __call__(self, kind: type[T], operation: Callable[..., Any], /, *path: str | int, **arguments: Any) -> T:
        """Returns the response of a generated `sync_detailed`, which must be of class `kind`."""
        if '' in path:  # the shortened path would be the path of another operation
            raise DaybreakError(f'{list(inspect.signature(operation).parameters)[path.index("")]} is empty')
        try:
            parsed = operation(*path, client=self._client, **arguments).parsed
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise unexpected_answer(f'{type(error).__name__}: {error}') from error
        if not isinstance(parsed, kind):
            raise unexpected_answer(f'expected {kind.__name__}')
        return parsed


def unexpected_answer(what: str) -> DaybreakError:
    """Returns the error for a response or stream event that does not match the OpenAPI contract."""
    return DaybreakError(f"The server's response does not match API version {VERSION} of this client ({what})")
