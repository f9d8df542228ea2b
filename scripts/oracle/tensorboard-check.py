"""Prints the scalars that TensorBoard reads from a folder of event files: {tag: [[step, wall time, value]]}."""

import json
import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

events = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0, "tensors": 0})
events.Reload()
found = {tag: [[e.step, e.wall_time, e.value] for e in events.Scalars(tag)] for tag in events.Tags()["scalars"]}
print(json.dumps(found))
