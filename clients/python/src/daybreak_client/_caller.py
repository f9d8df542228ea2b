"""Calls a generated operation over a `Connection`, and makes sure that the answer is of the contract."""

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
        # The connection has the base URL and raises for error statuses; generated code then reads answers of 200 only.
        self._client = Client(base_url='').set_httpx_client(cast(httpx.Client, connection))

    def __call__(self, kind: type[T], operation: Callable[..., Any], /, *path: str | int, **arguments: Any) -> T:
        """The answer of a generated `sync_detailed`, whose class is `kind`."""
        if '' in path:  # what is left of such a path is that of another operation
            raise DaybreakError(f'{list(inspect.signature(operation).parameters)[path.index("")]} is empty')
        try:
            parsed = operation(*path, client=self._client, **arguments).parsed
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise unexpected_answer(f'{type(error).__name__}: {error}') from error
        if not isinstance(parsed, kind):
            raise unexpected_answer(f'{kind.__name__} was expected')
        return parsed


def unexpected_answer(what: str) -> DaybreakError:
    """What to raise for an answer, or an event of a stream, that is not of the contract."""
    return DaybreakError(f"The server's answer does not fit contract version {VERSION} of this client ({what})")
