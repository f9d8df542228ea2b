"""
Rules of the contract that join fields of a chat. Schemathesis generates under one such rule and not under all of them at
once, so its document is without; a body that breaks one is no valid data, and may be refused.
"""

import jsonschema_rs
from schemathesis.openapi.checks import RejectedPositiveData

_operations = ("createChatCompletion", "createChatCompletionWithSlash")
_rules = []


def take_out(document):
    request = document["components"]["schemas"]["ChatCompletionRequest"]
    _rules.append(jsonschema_rs.Draft202012Validator({"allOf": request.pop("allOf")}))


def explains(failure, case):
    """Whether valid data was refused that is not valid by these rules."""
    operation = case.operation.definition.raw["operationId"]
    if not isinstance(failure, RejectedPositiveData) or operation not in _operations:
        return False
    return not all(rule.is_valid(case.body) for rule in _rules)
