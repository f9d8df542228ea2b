"""
What Schemathesis takes for valid data and is not. Rules of the contract that join fields of a body: it generates under one
such rule and not under all of them at once, so its document is without. And values of a path that it has from a
parameter of the same name of another operation: its links do not ask whether this one takes them.
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
_components = {}


def take_out(document):
    _components.update(document["components"])
    for name in set(_schemas.values()):
        rules = document["components"]["schemas"][name].pop("allOf")
        _rules[name] = jsonschema_rs.Draft202012Validator({"allOf": rules})


def explains(failure, case):
    """Whether data was refused that is not valid."""
    if not isinstance(failure, RejectedPositiveData):
        return False
    operation = case.operation.definition.raw["operationId"]
    if operation in _schemas and not _rules[_schemas[operation]].is_valid(case.body):
        return True
    return any(not _takes(parameter, case) for parameter in case.operation.definition.raw.get("parameters", []))


def _takes(parameter, case):
    """Whether a parameter of the operation's path has a value that the contract allows."""
    if parameter.get("in") != "path" or parameter["name"] not in case.path_parameters:
        return True
    schema = {**parameter["schema"], "components": _components}
    return jsonschema_rs.Draft202012Validator(schema).is_valid(case.path_parameters[parameter["name"]])
