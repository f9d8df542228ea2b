"""Streamed chat completions: chunks sent as server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import TracebackType

import httpx
from typing_extensions import Self

from ._caller import unexpected_answer
from ._connection import connection_errors
from .errors import APIConnectionError, StreamError
from .generated.models import ChatCompletionChunk


class ChatStream:
    """
    Iterator over the chunks of a streamed chat completion. Leaving its `with` block, or calling `close`, closes the
    connection, and the server stops generating.

    Raises `StreamError` if the server reports an error, `APIConnectionError` if the connection is lost, and
    `APITimeoutError` if the server sends nothing within the timeout.
    """

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.request_id: str | None = response.headers.get('x-request-id')
        self._chunks = self._read()

    def __iter__(self) -> Iterator[ChatCompletionChunk]:
        return self._chunks

    def __next__(self) -> ChatCompletionChunk:
        return next(self._chunks)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self.response.close()

    def _read(self) -> Iterator[ChatCompletionChunk]:
        try:
            with connection_errors(self.response.request):
                for data in _events(_lines(self.response.iter_bytes())):
                    if data == '[DONE]':
                        return
                    yield self._chunk(data)
            raise APIConnectionError('the stream ended before [DONE]')
        finally:
            self.close()

    def _chunk(self, data: str) -> ChatCompletionChunk:
        try:
            event = json.loads(data)
            if 'error' in event:
                raise StreamError('the stream ended with an error', event, self.request_id)
            return ChatCompletionChunk.from_dict(event)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise unexpected_answer(f'{type(error).__name__}: {error}') from error


def _lines(pieces: Iterator[bytes]) -> Iterator[str]:
    """Yields the lines of a body. httpx also splits at U+2028 and similar, which JSON contains unescaped."""
    rest = b''
    for piece in pieces:
        *lines, rest = (rest + piece).split(b'\n')
        for line in lines:
            yield line.removesuffix(b'\r').decode(errors='replace')


def _events(lines: Iterator[str]) -> Iterator[str]:
    """Yields the data of each event (HTML standard, 9.2): its `data:` lines up to an empty line."""
    data: list[str] = []
    for line in lines:
        if line.startswith('data:'):
            data.append(line.removeprefix('data:').removeprefix(' '))
        elif line == '' and data:
            yield '\n'.join(data)
            data = []
