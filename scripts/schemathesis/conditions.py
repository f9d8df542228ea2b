"""
Rules of the contract that join fields of a body. Schemathesis generates under one such rule and not under all of them at
once, so its document is without; a body that breaks one is no valid data, and may be refused.
"""

import jsonschema_rs
from schemathesis.openapi.checks import RejectedPositiveData

_schemas = {
    "createChatCompletion": "ChatCompletionRequest",
    "createChatCompletionWithSlash": "ChatCompletionRequest",
    "createCompletion": "CompletionRequest",
    "tokenize": "TokenizeRequest",
    "tokenizeAtRoot": "TokenizeRequest",
}
_rules = {}


def take_out(document):
    for name in set(_schemas.values()):
        rules = document["components"]["schemas"][name].pop("allOf")
        _rules[name] = jsonschema_rs.Draft202012Validator({"allOf": rules})


def explains(failure, case):
    """Whether valid data was refused that is not valid by these rules."""
    operation = case.operation.definition.raw["operationId"]
    if not isinstance(failure, RejectedPositiveData) or operation not in _schemas:
        return False
    return not _rules[_schemas[operation]].is_valid(case.body)
