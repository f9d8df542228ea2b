"""Trains one job while a browser shows its run. It first waits until the file `TEST_GO` exists."""

import asyncio
import os
import sys

import loopback_only
from agent import API_KEY, BASE_URL, gather, new_model
import art


async def main() -> None:
    go, parent = os.environ["TEST_GO"], os.getppid()
    while not os.path.exists(go):
        # The test has ended early, or was killed.
        if not os.path.isdir(os.path.dirname(go)) or os.getppid() != parent:
            sys.exit("nobody looks")
        await asyncio.sleep(0.05)
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("watched")
    await model.register(backend)
    groups = await gather(model, 0)
    for group in groups:
        for place, trajectory in enumerate(group.trajectories):
            trajectory.reward = place % 2
    result = await backend.train(model, groups, learning_rate=1e-3)
    await backend.close()
    steps = result.metrics["data/step_num_gradient_steps"]
    loopback_only.report({"id": model.id, "step": result.step, "steps": steps})


asyncio.run(main())
