"""What can go wrong, by type. All are `DaybreakError`s."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import httpx

from ._retry_after import retry_after_s

if TYPE_CHECKING:
    from .generated.models import TrainingJob


class DaybreakError(Exception):
    """Anything this package raises."""


class APIConnectionError(DaybreakError):
    """The server could not be reached, or the connection broke off."""


class APITimeoutError(APIConnectionError):
    """The server was silent for longer than the timeout."""


class APIError(DaybreakError):
    """What the server itself says is wrong: the contract's `ErrorBody`, where the body is one."""

    def __init__(self, text: str, body: Any, request_id: str | None) -> None:
        error = body.get('error') if isinstance(body, Mapping) else None
        self.body: Any = body
        """The body as the server sent it: a dict, or text where it is no JSON (a proxy's page)."""
        self.request_id = request_id
        """Finds the request in the server's log."""
        self.code: str | None = error.get('code') if isinstance(error, Mapping) else None
        self.type: str | None = error.get('type') if isinstance(error, Mapping) else None
        self.param: str | None = error.get('param') if isinstance(error, Mapping) else None
        """The field at fault, when there is one."""
        message = error.get('message') if isinstance(error, Mapping) else None
        self.message: str = message if isinstance(message, str) else text
        super().__init__(self.message)

    @property
    def issues(self) -> list[dict[str, Any]]:
        """Every fault of a request that fails validation: `loc`, `msg` and `type` of each."""
        detail = self.body.get('detail') if isinstance(self.body, Mapping) else None
        return detail if isinstance(detail, list) else []


class StreamError(APIError):
    """An error that the server reported in the middle of a stream."""


class APIStatusError(APIError):
    """An answer with an error status. Common statuses have a class of their own."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.retry_after: float | None = retry_after_s(response.headers.get('retry-after'))
        """Seconds that the server asks to wait; None when it did not say."""
        text = f'{response.request.method} {response.request.url.path}: {self.status} {response.reason_phrase}'
        super().__init__(text, _parsed(response.text), response.headers.get('x-request-id'))


class BadRequestError(APIStatusError):
    """400: the request fails validation, or asks for what the model cannot do."""


class AuthenticationError(APIStatusError):
    """401: no API key, or one that is not valid."""


class PermissionDeniedError(APIStatusError):
    """403: the key may not do this."""


class NotFoundError(APIStatusError):
    """404: something that the request names does not exist."""


class ConflictError(APIStatusError):
    """409: the request does not fit the present state."""


class PayloadTooLargeError(APIStatusError):
    """413: the body is larger than the operation's limit."""


class UnprocessableEntityError(APIStatusError):
    """422: the request fails validation; `issues` has every fault."""


class RateLimitError(APIStatusError):
    """429: the key is over its limit."""


class InternalServerError(APIStatusError):
    """500: a fault of the server."""


class ServiceUnavailableError(APIStatusError):
    """503: the queue is full, the server is draining, or a part of it does not work."""


class InsufficientStorageError(APIStatusError):
    """507: the server's disk is full; nothing was stored."""


class TrainingJobError(DaybreakError):
    """A job that was waited for has failed or was cancelled."""

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
    """The error that a response stands for; its body has been read."""
    return _classes.get(response.status_code, APIStatusError)(response)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
