"""Writes the counts of a run to the file that SCHEMATHESIS_ACCOUNT names."""

import json
import os
from collections import Counter, defaultdict

import conditions
import deletions
import installation
import loosenings
from schemathesis import cli, engine


@cli.handler()
class Account(cli.EventHandler):
    def __init__(self, *args, **params):
        self.phases = defaultdict(Counter)
        self.operations = defaultdict(Counter)
        self.checks = defaultdict(Counter)
        self.links = Counter()
        self.streams = Counter()
        self.use_after_free = Counter()
        self.as_other_owner = Counter()

    def handle_event(self, ctx, event):
        if isinstance(event, engine.events.ScenarioFinished):
            self._count(event.phase.value, event.recorder)

    def _count(self, phase, recorder):
        deleted = []
        for case_id, node in recorder.cases.items():
            interaction = recorder.interactions.get(case_id)
            response = interaction.response if interaction else None
            status = response.status_code if response else 0
            self.phases[phase][status] += 1
            if node.value.auth_identity == "other":
                self.as_other_owner[status] += 1
            self.operations[node.value.operation.definition.raw["operationId"]][status] += 1
            if node.transition is not None and node.is_transition_applied:
                self.links[node.transition.id] += 1
            if response is not None and response.headers.get("content-type", [""])[0].startswith("text/event-stream"):
                self.streams["responses"] += 1
                self.streams["events"] += response.content.count(b"data: ")
            self._count_use_after_free(node.value, status, deleted)
        for checks in recorder.checks.values():
            for check in checks:
                self.checks[check.name][check.status.value] += 1

    def _count_use_after_free(self, case, status, deleted):
        """Counts reads of objects that the same scenario has deleted: the only cases in which the check can fail."""
        path = case.formatted_path
        if case.method == "GET" and path.startswith(tuple(deleted)):
            self.use_after_free[status] += 1
        if case.operation.definition.raw["operationId"] == "deleteModel" and status == 200:
            deleted.append(path)

    def shutdown(self, ctx):
        path = os.environ.get("SCHEMATHESIS_ACCOUNT")
        if path is None:
            return
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**vars(self), **self._changed()}, file, indent=2, sort_keys=True)

    def _changed(self):
        """Returns counts of dropped failures, and of requests that were changed before they were sent."""
        return {
            "loosenings": loosenings.used,
            "fitted": conditions.fitted,
            "redirected": deletions.redirected,
            "passed_over": installation.passed_over,
            "deleted_checkpoints_read": deletions.read_after_deletion,
        }
