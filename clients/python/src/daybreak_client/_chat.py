from __future__ import annotations

from typing import Any

from attrs import fields

from ._body import Body
from ._caller import Caller
from ._stream import ChatStream
from .generated.api.chat_completions import create_chat_completion
from .generated.models import ChatCompletion, ChatCompletionRequest

_known = {field.name for field in fields(ChatCompletionRequest) if field.name != 'additional_properties'}


class Chat:
    def __init__(self, call: Caller) -> None:
        self.completions = ChatCompletions(call)


class ChatCompletions:
    """Chat completions. The fields are those of `ChatCompletionRequest`, as keywords or as one object."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, request: ChatCompletionRequest | None = None, /, **fields: Any) -> ChatCompletion:
        """Creates a chat completion: `create(model=..., messages=[{'role': 'user', 'content': 'Hello'}])`."""
        body = _body(request, fields)
        if body.get('stream'):
            raise TypeError('stream: create does not stream; use chat.completions.stream')
        return self._call(ChatCompletion, create_chat_completion.sync_detailed, body=body)

    def stream(self, request: ChatCompletionRequest | None = None, /, **fields: Any) -> ChatStream:
        """Streams a chat completion in chunks. Use the stream in a `with` block, or read it to its end."""
        body = _body(request, fields) | {'stream': True}
        headers = {'Accept': 'text/event-stream'}
        return ChatStream(self._call.connection.open('POST', '/v1/chat/completions', json=body, headers=headers))


def _body(request: ChatCompletionRequest | None, fields: dict[str, Any]) -> Body:
    unknown = fields.keys() - _known
    if unknown:
        raise TypeError(
            f'{", ".join(sorted(unknown))}: unknown field of a chat completion; allowed are {", ".join(sorted(_known))}'
        )
    return Body({**(request.to_dict() if request else {}), **fields})
