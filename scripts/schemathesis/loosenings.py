"""Decides which refusals of schema-valid data are right: those that `loosenings.yaml` and `form-refusals.yaml` list."""

import os
import re
from collections import Counter

import yaml
from schemathesis.openapi.checks import RejectedPositiveData

used = Counter()


# The place in a form, which precedes the error.
_PLACE = r"(at #.*?: |format[^ ]*: )*"


def _read(name):
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return yaml.safe_load(file)


_refusals = {entry["language"]: entry["refusals"] for entry in _read("form-refusals.yaml")}


def _pattern(entry):
    if "message" in entry:
        return re.compile(entry["message"], re.DOTALL)
    says = [refusal["says"] for language in entry["forms"] for refusal in _refusals[language]]
    return re.compile(f"{re.escape(entry['field'])}: {_PLACE}({'|'.join(says)})", re.DOTALL)


_entries = [(entry, _pattern(entry)) for entry in _read("loosenings.yaml")]


def allows(failure, case, response):
    """Returns whether this is a 400 or 422 whose message starts with an entry's pattern for this operation."""
    if not isinstance(failure, RejectedPositiveData) or response.status_code not in (400, 422):
        return False
    operation = case.operation.definition.raw["operationId"]
    message = response.json()["error"]["message"]
    for entry, pattern in _entries:
        if operation in entry["operations"] and pattern.match(message):
            used[f"{operation}: {entry.get('message', entry.get('field'))}"] += 1
            return True
    return False
