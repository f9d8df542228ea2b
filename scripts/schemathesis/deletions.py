"""Deletion semantics that Schemathesis cannot know.

DELETE of a model also deletes its jobs and runs, whose paths are not below the model's. DELETE of `checkpoints` deletes
the steps in its body and keeps the others. Schemathesis' checks are patched accordingly, and our own checks are
stricter.
"""

import json
import os
import re
import threading
import urllib.error
import urllib.request
import uuid
from collections import Counter

import schemathesis
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi import checks

# Deletions redirected to a new model or artifact, by operation.
redirected = Counter()
# Responses to reads of just deleted checkpoints, by status.
read_after_deletion = Counter()

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
    """Redirects deletions of the examples' trained model and artifacts: without these, every later request for them or
    their parts would end in a 404.
    """
    path = case.path_parameters or {}
    if case.method != "DELETE":
        return
    if path.get("model_id") == _things["model_id"]:
        path["model_id"] = _new_model()
    elif path.get("artifact_id") == _things["artifact_id"]:
        path["artifact_id"] = _new_artifact()
    else:
        return
    redirected[case.operation.definition.raw["operationId"]] += 1


def _new_model():
    names = {"project": "to-be-deleted", "name": str(uuid.uuid4()), "base_model": os.environ["SCHEMATHESIS_BASE_MODEL"]}
    return _answer("models", names)[1]["id"]


def _new_artifact():
    return _answer("artifacts", {"project": "to-be-deleted", "name": str(uuid.uuid4())})[1]["id"]


def _answer(path, body=None):
    """Returns status and body of our own request: a POST if there is a body, else a GET."""
    request = urllib.request.Request(
        f"{_things['origin']}/v1/preview/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {_things['key']}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


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
    """Yields the jobs and runs of a response."""
    if not response.headers.get("content-type", [""])[0].startswith("application/json"):
        return
    body = response.json()
    listed = body.get("data") if isinstance(body, dict) else None
    for item in [body, *(listed if isinstance(listed, list) else [])]:
        if isinstance(item, dict) and isinstance(item.get("id"), str) and isinstance(item.get("model_id"), str):
            yield item


def _models_gone(case):
    """Returns the deleted models that the path of a case refers to, directly or through a job or a run."""
    ids = [id.lower() for id in _uuid.findall(case.formatted_path.lower())]
    return {_model_of.get(id, id) for id in ids} & _deleted_models


_was_deleted = checks.resource_was_deleted
_is_prefix = checks._is_prefix_operation


def _was_deleted_or_went_along(recorder, case, **created):
    return _was_deleted(recorder, case, **created) or bool(_models_gone(case))


def _is_prefix_and_freed(one, other):
    """Deleting checkpoints invalidates the paths below the deleted steps, but neither the list nor other steps."""
    if not _is_prefix(one, other):
        return False
    if not one.value.endswith("/checkpoints"):
        return True
    gone = _deleted_steps.get(str(one.variables["model_id"]).lower(), set())
    return str(other.variables.get("step")) in map(str, gone)


checks.resource_was_deleted = _was_deleted_or_went_along
checks._is_prefix_operation = _is_prefix_and_freed


@schemathesis.check
def nothing_outlives_deletion(ctx, response, case):
    """Fails if a deleted model or one of its parts still gets a success response, or a list has a deleted checkpoint.
    """
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


@schemathesis.check
def deleted_checkpoints_are_gone(ctx, response, case):
    """Fails if steps just deleted are still listed or readable."""
    if case.operation.definition.raw["operationId"] != "deleteCheckpoints" or response.status_code != 200:
        return
    model = case.path_parameters["model_id"]
    status, listed = _answer(f"models/{model}/checkpoints?limit=100")
    if status != 200:
        return
    steps = {int(step) for step in case.body["steps"]} - set(response.json()["not_found_steps"])
    for step in steps:
        status, _ = _answer(f"models/{model}/checkpoints/{step}/files")
        read_after_deletion[status] += 1
        if status != 404 or step in {checkpoint["step"] for checkpoint in listed["data"]}:
            raise UsedAfterItsModel(operation=case.operation.label, message=f"step {step} of {model} was deleted before")
