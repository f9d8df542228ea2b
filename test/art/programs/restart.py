"""Trains while the server is restarted, and reports how `backend.train` ended."""

import asyncio
import os

import loopback_only
from agent import API_KEY, BASE_URL, gather, new_model
import art


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("restarted")
    await model.register(backend)
    # Repeats the groups for a job of many gradient steps. Rewards alternate, whatever the answers say.
    groups = (await gather(model, 0)) * int(os.environ["TEST_REPEATS"])
    for group in groups:
        for place, trajectory in enumerate(group.trajectories):
            trajectory.reward = place % 2
    try:
        result = await backend.train(model, groups, learning_rate=1e-3)
        ended = {"step": result.step, "steps": result.metrics["data/step_num_gradient_steps"]}
    except Exception as error:
        ended = {"error": type(error).__name__, "message": str(error)}
    await backend.close()
    loopback_only.report({"id": model.id, "ended": ended})


asyncio.run(main())
