"""The limit of a request's head. The contract states it in its introduction, for all operations: more gets a 431."""

import schemathesis
from schemathesis.core.failures import Failure

# The server's limit is 16 KiB; the client adds a few headers after the request was recorded.
_LEAST_BYTES = 16_000


class SmallHeadRefused(Failure):
    pass


def allow_431(document):
    """Adds the response to every operation."""
    for item in document["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict):
                operation["responses"]["431"] = {"$ref": "#/components/responses/BadRequest"}


@schemathesis.check
def only_large_heads_get_431(ctx, response, case):
    """Fails if a request with a small head gets a 431."""
    if response.status_code != 431:
        return
    request = response.request
    size = len(request.url) + sum(len(name) + len(value) for name, value in request.headers.items())
    if size < _LEAST_BYTES:
        raise SmallHeadRefused(operation=case.operation.label, message=f"the head has {size} bytes")
