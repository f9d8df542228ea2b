"""Shortens waits for changes: without changes, a long wait of up to half a minute shows nothing that a short one does
not.
"""

import conditions
import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    query = case.query or {}
    wait = str(query.get("wait", ""))
    if case.operation.definition.raw["operationId"] != "streamUpdates" or not wait.isdecimal():
        return
    if 1 < int(wait) <= 30:
        query["wait"] = 1
        conditions.fitted["streamUpdates"] += 1
