"""The contract's rules that join fields, and the values of paths.

Schemathesis does not know `x-rules`, and generates no data in the languages of output constraints. A body that breaks a
rule loses the fields at fault before it is sent. Schemathesis also fills a path with the value of a parameter of the
same name from another operation, even if this operation does not allow it. Such a case gets a value that the operation
allows.
"""

import copy
from collections import Counter

import jsonschema_rs
import schemathesis
from schemathesis.core import NOT_SET

# Fields whose conditions refer to schemas of a language in which no data is generated: by schema and field.
_field_rules = {
    ("StructuredOutputs", "json"): ("if", "then"),
    ("JsonSchemaFormat", "schema"): ("if", "then"),
    ("TagStructure", "schema"): ("if", "then"),
    ("ResponseFormat", "format"): ("if", "then"),
}
_components = {}
_bodies = {}
# Parameters by operation, including those of its path.
_parameters = {}

# Number of cases fitted to the rules, by operation.
fitted = Counter()


def take_out(document):
    """Removes the rules from the document; keeps validators for the bodies, by operation."""
    _components.update(with_rules(document["components"]))
    for path in document["paths"].values():
        for method, operation in path.items():
            if method == "parameters":
                continue
            _parameters[operation["operationId"]] = lambda own=operation, of_path=path: [
                *own.get("parameters", []),
                *of_path.get("parameters", []),
            ]
            if "requestBody" in operation:
                schema = _json_schema(operation["requestBody"])
                if schema is not None:
                    _bodies[operation["operationId"]] = _validator(schema)
    for (name, field), keywords in _field_rules.items():
        for keyword in keywords:
            del document["components"]["schemas"][name]["properties"][field][keyword]


def with_rules(components):
    """Returns a copy whose schemas express `x-rules` with a JSON Schema keyword."""
    copied = copy.deepcopy(components)
    for schema in copied["schemas"].values():
        if "x-rules" in schema:
            schema["allOf"] = [*schema.get("allOf", []), *schema.pop("x-rules")]
    return copied


def _json_schema(body):
    if "$ref" in body:
        body = _components["requestBodies"][body["$ref"].rpartition("/")[2]]
    return body["content"].get("application/json", {}).get("schema")


def _validator(schema):
    return jsonschema_rs.Draft202012Validator({**copy.deepcopy(schema), "components": _components})


@schemathesis.hook
def before_call(context, case, kwargs):
    """Fits positive cases to the rules. Schemathesis checks a changed case again, and it remains data to accept."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    operation = case.operation.definition.raw
    named = [_resolved(parameter) for parameter in _parameters[operation["operationId"]]()]
    refused = [parameter for parameter in named if not _takes(parameter, case)]
    for parameter in refused:
        case.path_parameters[parameter["name"]] = parameter["example"]
    body = _bodies.get(operation["operationId"])
    unfit = body is not None and case.body is not NOT_SET and not body.is_valid(case.body)
    if unfit:
        case.body = _fitted(copy.deepcopy(case.body), body)
    if refused or unfit:
        fitted[operation["operationId"]] += 1


def _resolved(parameter):
    reference = parameter.get("$ref")
    return _components["parameters"][reference.rpartition("/")[2]] if reference else parameter


def _takes(parameter, case):
    """Returns whether a parameter of the operation's path has a value that the contract allows."""
    if parameter.get("in") != "path" or parameter["name"] not in case.path_parameters:
        return True
    return _validator(parameter["schema"]).is_valid(case.path_parameters[parameter["name"]])


def _fitted(body, validator):
    """Returns the body without the fields that break a rule."""
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
    """Removes one key of a part if the body then breaks fewer rules; returns whether it did."""
    before = _faults(validator, body)
    for key in sorted(part, key=lambda key: key == "use_beam_search"):
        value = part.pop(key)
        if _faults(validator, body) < before:
            return True
        part[key] = value
    return False


def _faults(validator, body):
    return sum(1 for _ in validator.iter_errors(body))
