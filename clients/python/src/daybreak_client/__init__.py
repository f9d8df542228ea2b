"""Python client of Daybreak: train language models (RL, SFT) and chat with their newest weights."""

from . import errors
from ._client import Daybreak
from ._models import chat_name
from ._page import Pages
from ._stream import ChatStream
from ._training_jobs import TrainingEvent
from ._version import VERSION as __version__
from .errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    DaybreakError,
    InsufficientStorageError,
    InternalServerError,
    NotFoundError,
    PayloadTooLargeError,
    PermissionDeniedError,
    RateLimitError,
    ServiceUnavailableError,
    StreamError,
    TrainingJobError,
    UnprocessableEntityError,
)
from .generated import models as types

__all__ = [
    'APIConnectionError',
    'APIError',
    'APIStatusError',
    'APITimeoutError',
    'AuthenticationError',
    'BadRequestError',
    'ChatStream',
    'ConflictError',
    'Daybreak',
    'DaybreakError',
    'InsufficientStorageError',
    'InternalServerError',
    'NotFoundError',
    'Pages',
    'PayloadTooLargeError',
    'PermissionDeniedError',
    'RateLimitError',
    'ServiceUnavailableError',
    'StreamError',
    'TrainingEvent',
    'TrainingJobError',
    'UnprocessableEntityError',
    '__version__',
    'chat_name',
    'errors',
    'types',
]
