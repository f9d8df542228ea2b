"""Which refusals of data that fits the schema are right: those that `loosenings.yaml` lists, and no others."""

import os
import re
from collections import Counter

import yaml
from schemathesis.openapi.checks import RejectedPositiveData

used = Counter()


def _read():
    with open(os.path.join(os.path.dirname(__file__), "loosenings.yaml"), encoding="utf-8") as file:
        return [(entry, re.compile(entry["message"], re.DOTALL)) for entry in yaml.safe_load(file)]


_entries = _read()


def allows(failure, case, response):
    """Whether this is a 400 or 422 whose message an entry for this operation matches from its start."""
    if not isinstance(failure, RejectedPositiveData) or response.status_code not in (400, 422):
        return False
    operation = case.operation.definition.raw["operationId"]
    message = response.json()["error"]["message"]
    for entry, pattern in _entries:
        if operation in entry["operations"] and pattern.match(message):
            used[f"{operation}: {entry['message']}"] += 1
            return True
    return False
