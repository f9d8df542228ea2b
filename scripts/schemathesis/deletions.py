"""
What Schemathesis cannot know about deletions here, checked more strictly than it does. A DELETE of a model takes the
model's jobs, run and checkpoints along; a DELETE of `checkpoints` takes steps in its body and leaves the list.
"""

import json
import os
import re
import threading
from collections import Counter

import schemathesis
from schemathesis.core.failures import Failure
from schemathesis.openapi.checks import EnsureResourceAvailability, UseAfterFree

# By operation: deletions that went to the spare model.
redirected = Counter()

_things = json.loads(os.environ["SCHEMATHESIS_THINGS"])
_lock = threading.Lock()
_deleted_models = set()
_deleted_steps = {}
_model_of = {}
_uuid = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class UsedAfterItsModel(Failure):
    pass


@schemathesis.hook
def before_call(context, case, kwargs):
    """The trained model of the examples stays: without it every later request for it or its parts ends in a 404."""
    if case.method == "DELETE" and case.path_parameters.get("model_id") == _things["model_id"]:
        case.path_parameters["model_id"] = _things["spare_model_id"]
        redirected[case.operation.definition.raw["operationId"]] += 1


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code != 200:
        return
    operation = case.operation.definition.raw["operationId"]
    with _lock:
        if operation == "deleteModel":
            _deleted_models.add(response.json()["model_id"])
        elif operation == "deleteCheckpoints":
            left = set(response.json()["not_found_steps"])
            steps = {int(step) for step in case.body["steps"]} - left
            _deleted_steps.setdefault(case.path_parameters["model_id"].lower(), set()).update(steps)
        else:
            for item in _items(response):
                _model_of[item["id"]] = item["model_id"]


def _items(response):
    """The jobs and runs of a response."""
    if not response.headers.get("content-type", [""])[0].startswith("application/json"):
        return
    body = response.json()
    listed = body.get("data") if isinstance(body, dict) else None
    for item in [body, *(listed if isinstance(listed, list) else [])]:
        if isinstance(item, dict) and isinstance(item.get("id"), str) and isinstance(item.get("model_id"), str):
            yield item


def _models_gone(case):
    """Those of the deleted models that the path of a case leads to, by way of a job or a run or straight."""
    ids = [id.lower() for id in _uuid.findall(case.formatted_path.lower())]
    return {_model_of.get(id, id) for id in ids} & _deleted_models


def explains(failure, case):
    """Why the failure says no more than what the deletions here mean, or None."""
    if isinstance(failure, EnsureResourceAvailability):
        if _models_gone(case):
            return "it went with its model"
        # The spare model may have gone in an earlier run, and stand for one that is there.
        return "it went with the spare model" if _things["spare_model_id"] in case.formatted_path else None
    if isinstance(failure, UseAfterFree) and failure.free.endswith("/checkpoints"):
        return "the list stays when checkpoints of it go"
    return None


@schemathesis.check
def nothing_outlives_deletion(ctx, response, case):
    """No answer about a deleted model or what was part of it, and no deleted checkpoint in a list."""
    operation = case.operation.definition.raw["operationId"]
    if operation == "deleteModel" or not 200 <= response.status_code < 300:
        return
    for model in _models_gone(case):
        raise UsedAfterItsModel(operation=case.operation.label, message=f"model {model} was deleted before")
    if operation != "listCheckpoints":
        return
    gone = _deleted_steps.get(case.path_parameters["model_id"].lower(), set())
    listed = gone & {checkpoint["step"] for checkpoint in response.json()["data"]}
    if listed:
        raise UsedAfterItsModel(operation=case.operation.label, message=f"steps {listed} were deleted before")
