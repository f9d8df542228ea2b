"""Errors of this package. All are `DaybreakError`s."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import httpx

from ._retry_after import retry_after_s

if TYPE_CHECKING:
    from .generated.models import TrainingJob


class DaybreakError(Exception):
    """Base class of all errors that this package raises."""


class APIConnectionError(DaybreakError):
    """The server could not be reached, or the connection was lost."""


class APITimeoutError(APIConnectionError):
    """The server sent nothing within the timeout, or a wait took longer than its timeout."""


class APIError(DaybreakError):
    """Error that the server reported. Its fields come from the `ErrorBody`, if the body is one."""

    def __init__(self, text: str, body: Any, request_id: str | None) -> None:
        error = body.get('error') if isinstance(body, Mapping) else None
        self.body: Any = body
        """Body as the server sent it: a dict, or text if it is not JSON (a proxy's page)."""
        self.request_id = request_id
        """Id of the request in the server's log."""
        self.code: str | None = error.get('code') if isinstance(error, Mapping) else None
        self.type: str | None = error.get('type') if isinstance(error, Mapping) else None
        self.param: str | None = error.get('param') if isinstance(error, Mapping) else None
        """Name of the invalid field, if there is one."""
        message = error.get('message') if isinstance(error, Mapping) else None
        self.message: str = message if isinstance(message, str) else text
        super().__init__(self.message)

    @property
    def issues(self) -> list[dict[str, Any]]:
        """All issues of a request that failed validation: `loc`, `msg` and `type` of each."""
        detail = self.body.get('detail') if isinstance(self.body, Mapping) else None
        return detail if isinstance(detail, list) else []


class StreamError(APIError):
    """Error that the server reported in the middle of a stream."""


class APIStatusError(APIError):
    """Response with an error status. Common statuses have a subclass each."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.retry_after: float | None = retry_after_s(response.headers.get('retry-after'))
        """Seconds that the server asks to wait before a retry; None if it does not ask."""
        text = f'{response.request.method} {response.request.url.path}: {self.status} {response.reason_phrase}'
        super().__init__(text, _parsed(response.text), response.headers.get('x-request-id'))


class BadRequestError(APIStatusError):
    """400: the request is invalid, or the model does not support it."""


class AuthenticationError(APIStatusError):
    """401: the API key is missing or invalid."""


class PermissionDeniedError(APIStatusError):
    """403: the key lacks the permission."""


class NotFoundError(APIStatusError):
    """404: a resource named in the request does not exist."""


class ConflictError(APIStatusError):
    """409: the request conflicts with the current state."""


class PayloadTooLargeError(APIStatusError):
    """413: the body is larger than the operation's limit."""


class UnprocessableEntityError(APIStatusError):
    """422: the request failed validation; see `issues`."""


class RateLimitError(APIStatusError):
    """429: the key exceeds its rate limit."""


class InternalServerError(APIStatusError):
    """500: internal error of the server."""


class ServiceUnavailableError(APIStatusError):
    """503: the queue is full, the server is draining, or a part of it does not work."""


class InsufficientStorageError(APIStatusError):
    """507: the server's disk is full; nothing was stored."""


class TrainingJobError(DaybreakError):
    """A training job that was waited for failed or was cancelled."""

    def __init__(self, job: TrainingJob) -> None:
        self.job = job
        super().__init__(f'training job {job.id} {job.status}: {job.error_message}')


_classes: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: PayloadTooLargeError,
    422: UnprocessableEntityError,
    429: RateLimitError,
    500: InternalServerError,
    503: ServiceUnavailableError,
    507: InsufficientStorageError,
}


def status_error(response: httpx.Response) -> APIStatusError:
    """Returns the error of a response whose body has been read."""
    return _classes.get(response.status_code, APIStatusError)(response)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
