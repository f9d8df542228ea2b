"""Sends fewer cases of the coverage phase in a short run, since their number depends only on the contract's fields."""

import os
from collections import Counter

import schemathesis
from schemathesis.generation.meta import coverage_scenario

_one_in = int(os.environ.get("SCHEMATHESIS_COVERAGE_ONE_IN", "1"))
_seen = Counter()


@schemathesis.hook
def filter_case(context, case):
    """Keeps the first case of each kind and operation, then every n-th."""
    kind = coverage_scenario(case)
    if kind is None:
        return True
    of_kind = (case.operation.definition.raw["operationId"], kind)
    _seen[of_kind] += 1
    return _seen[of_kind] % _one_in == 1 % _one_in
