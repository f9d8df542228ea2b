"""Skips mutations for which no data can be generated.

Schemathesis may mutate a schema into a list whose items no data fits. Hypothesis then raises, and the whole phase would
end as an error of the tool. Other data is drawn instead.
"""

import hypothesis
from schemathesis.specs.openapi import _hypothesis as cases

draw_case = cases._draw


def draw_or_pass_over(draw, strategy, operation):
    try:
        return draw_case(draw, strategy, operation)
    except hypothesis.errors.InvalidArgument as fault:
        if not str(fault).startswith("Cannot create"):
            raise
        return hypothesis.reject()


cases._draw = draw_or_pass_over
