"""HTTP connection of the generated operations: key, retries, timeouts and typed errors."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from ._retry_after import retry_after_s
from ._version import VERSION
from .errors import APIConnectionError, APITimeoutError, status_error

# A POST may have taken effect before the error. It is retried only if the server has certainly not processed it.
RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
RETRIED_POST_STATUSES = frozenset({429, 503})
LONGEST_RETRY_AFTER_S = 120.0
# Never retried: a 503 of these paths is their result.
TOLD_AT_ONCE = frozenset({'/v1/system-check', '/v1/readyz'})


@dataclass(frozen=True)
class Connection:
    """The part of `httpx.Client` that the generated operations use."""

    http: httpx.Client
    base_url: str
    api_key: str
    timeout_s: float
    max_retries: int

    def __repr__(self) -> str:
        return f'Connection({self.base_url})'

    def request(self, method: str, url: str, **arguments: Any) -> httpx.Response:
        return self._send(self._build(method, url, **arguments), stream=False)

    def open(self, method: str, url: str, **arguments: Any) -> httpx.Response:
        """Returns a response whose body is not read yet. The caller closes it."""
        return self._send(self._build(method, url, **arguments), stream=True)

    def _build(self, method: str, url: str, headers: dict[str, str] | None = None, **arguments: Any) -> httpx.Request:
        own = {'Authorization': f'Bearer {self.api_key}', 'User-Agent': f'daybreak-client-python/{VERSION}'}
        timeout = httpx.Timeout(self.timeout_s, connect=min(self.timeout_s, 10.0))
        every = {**own, **(headers or {})}
        return self.http.build_request(method.upper(), self.base_url + url, headers=every, timeout=timeout, **arguments)

    def _send(self, request: httpx.Request, stream: bool) -> httpx.Response:
        # A file is consumed while it is sent, so a retry would send only the rest of it.
        replayable = isinstance(request.stream, httpx.ByteStream)
        for attempt in range(self.max_retries + 1):
            last = attempt == self.max_retries or not replayable
            try:
                with connection_errors(request):
                    response = self.http.send(request, stream=stream)
                    if response.is_success:
                        return response
                    response.read()
            except APITimeoutError:
                raise
            except APIConnectionError as error:
                if last or not _may_repeat_after(error.__cause__, request):
                    raise
                wait_s = _backoff_s(attempt)
            else:
                response.close()
                found = None if last else _wait_s(response, attempt)
                if found is None:
                    raise status_error(response)
                wait_s = found
            time.sleep(wait_s)
        raise AssertionError('the last attempt returns or raises')


@contextmanager
def connection_errors(request: httpx.Request) -> Iterator[None]:
    """Converts httpx errors to the errors of this package."""
    place = f'{request.method} {request.url}'
    try:
        yield
    except httpx.TimeoutException as error:
        raise APITimeoutError(f'{place}: no response within the timeout ({type(error).__name__})') from error
    except httpx.TransportError as error:
        raise APIConnectionError(f'{place}: {error or type(error).__name__}') from error


def _may_repeat_after(fault: BaseException | None, request: httpx.Request) -> bool:
    return request.method != 'POST' or isinstance(fault, httpx.ConnectError)


def _wait_s(response: httpx.Response, attempt: int) -> float | None:
    """Returns the seconds to wait before the next attempt, or None if there must be none."""
    statuses = RETRIED_POST_STATUSES if response.request.method == 'POST' else RETRIED_STATUSES
    if response.status_code not in statuses or response.request.url.path in TOLD_AT_ONCE:
        return None
    asked = retry_after_s(response.headers.get('retry-after'))
    if asked is None:
        return _backoff_s(attempt)
    return asked if asked <= LONGEST_RETRY_AFTER_S else None


def _backoff_s(attempt: int) -> float:
    return min(0.5 * 2.0**attempt, 8.0) * random.uniform(0.75, 1.0)
