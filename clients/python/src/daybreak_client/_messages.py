from __future__ import annotations

from typing import Any

from ._body import Body
from ._caller import Caller
from .generated.api.messages import count_message_tokens, create_message
from .generated.models import Message, MessageTokens


class Messages:
    """Anthropic's Messages API, without streaming (use Anthropic's SDKs). The fields are those of `MessageRequest`."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, **fields: Any) -> Message:
        """Creates a message: `create(model=..., max_tokens=8, messages=[{'role': 'user', 'content': 'Hello'}])`."""
        if fields.get('stream'):
            raise TypeError('stream: create does not stream')
        return self._call(Message, create_message.sync_detailed, body=Body(fields))

    def count_tokens(self, **fields: Any) -> int:
        """Counts the tokens of the prompt that `create` would give to the model."""
        return self._call(MessageTokens, count_message_tokens.sync_detailed, body=Body(fields)).input_tokens
