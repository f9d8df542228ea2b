"""
The rules of the contract that join fields, and the values of paths. Schemathesis generates data under one rule and not
under all of them at once, so its document is without them; a body that breaks one loses the fields at fault before it is
sent. And its links give a path the value of a parameter of the same name of another operation, and do not ask whether
this one takes it.
"""

import copy
from collections import Counter

import jsonschema_rs
import schemathesis
from schemathesis.core import NOT_SET
from schemathesis.openapi.checks import RejectedPositiveData

_rules = {
    "ChatCompletionRequest": ("allOf", "if", "then"),
    "CompletionRequest": ("allOf", "if", "then"),
    "TokenizeRequest": ("allOf",),
    "StructuredOutputs": ("allOf",),
    "ResponseFormat": ("if", "then"),
    "RepetitionDetection": ("not",),
    "RlConfig": ("allOf",),
}
_components = {}
_bodies = {}

# By operation: bodies that were fitted to the rules.
fitted = Counter()


def take_out(document):
    """The rules, from the document; kept are those that a body must fit, by operation."""
    _components.update(copy.deepcopy(document["components"]))
    for path in document["paths"].values():
        for method, operation in path.items():
            if method != "parameters" and "requestBody" in operation:
                schema = _json_schema(operation["requestBody"])
                if schema is not None:
                    _bodies[operation["operationId"]] = _validator(schema)
    for name, keywords in _rules.items():
        for keyword in keywords:
            del document["components"]["schemas"][name][keyword]


def _json_schema(body):
    if "$ref" in body:
        body = _components["requestBodies"][body["$ref"].rpartition("/")[2]]
    return body["content"].get("application/json", {}).get("schema")


def _validator(schema):
    return jsonschema_rs.Draft202012Validator({**copy.deepcopy(schema), "components": _components})


@schemathesis.hook
def before_call(context, case, kwargs):
    """Schemathesis looks again at a case that a hook has changed: it stays what it was, data to accept."""
    operation = case.operation.definition.raw["operationId"]
    if operation not in _bodies or case.body is NOT_SET or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if not _bodies[operation].is_valid(case.body):
        case.body = _fitted(copy.deepcopy(case.body), _bodies[operation])
        fitted[operation] += 1


def _fitted(body, validator):
    """The body without the fields that break a rule."""
    while (error := next(validator.iter_errors(body), None)) is not None:
        *parents, last = error.instance_path or [None]
        place = body
        for key in parents:
            place = place[key]
        at_fault = body if last is None else place[last]
        if not (isinstance(at_fault, dict) and _lightened(at_fault, body, validator)):
            if last is None:
                return body
            del place[last]
    return body


def _lightened(part, body, validator):
    """Whether a key of a part could go so that the body breaks fewer rules. It has gone then."""
    before = _faults(validator, body)
    for key in sorted(part, key=lambda key: key == "use_beam_search"):
        value = part.pop(key)
        if _faults(validator, body) < before:
            return True
        part[key] = value
    return False


def _faults(validator, body):
    return sum(1 for _ in validator.iter_errors(body))


def explains(failure, case):
    """Why data that is not valid was rightly refused, or None."""
    if not isinstance(failure, RejectedPositiveData):
        return None
    parameters = case.operation.definition.raw.get("parameters", [])
    refused = next((parameter["name"] for parameter in parameters if not _takes(parameter, case)), None)
    return None if refused is None else f"a link gave {refused} a value that is not allowed here"


def _takes(parameter, case):
    """Whether a parameter of the operation's path has a value that the contract allows."""
    if parameter.get("in") != "path" or parameter["name"] not in case.path_parameters:
        return True
    return _validator(parameter["schema"]).is_valid(case.path_parameters[parameter["name"]])
