from __future__ import annotations

from typing import Any

from attrs import fields

from ._body import Body
from ._caller import Caller
from .generated.api.completions import create_completion
from .generated.models import Completion, CompletionRequest

_known = {field.name for field in fields(CompletionRequest) if field.name != 'additional_properties'}


class Completions:
    """Text completions, without a chat template. The fields are those of `CompletionRequest`."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(self, request: CompletionRequest | None = None, /, **fields: Any) -> Completion:
        """Creates a text completion: `create(model=..., prompt='The sun is')`."""
        unknown = fields.keys() - _known
        if unknown:
            raise TypeError(
                f'{", ".join(sorted(unknown))}: unknown field of a completion; allowed are {", ".join(sorted(_known))}'
            )
        body = Body({**(request.to_dict() if request else {}), **fields})
        if body.get('stream'):
            raise TypeError('stream: create does not stream')
        return self._call(Completion, create_completion.sync_detailed, body=body)
