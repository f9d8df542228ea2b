"""Runs the recipe of the docs with a model that ART registers. The arguments are files with its two code blocks."""

import asyncio
import contextlib
import io
import sys

import loopback_only
from agent import API_KEY, BASE_URL, error_of, first_tokens, gather, new_model
import art
from art.utils.sft import create_lr_schedule

for file in sys.argv[1:]:
    exec(compile(open(file).read(), file, "exec"), globals())


def lesson(answer: str) -> art.Trajectory:
    messages = [{"role": "user", "content": "red"}, {"role": "assistant", "content": answer}]
    return art.Trajectory(messages_and_choices=messages)


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    shown = new_model("shown")
    await shown.register(backend)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        await teach(shown)
    model = new_model("pupil")
    await model.register(backend)
    rates = create_lr_schedule(24, 3e-3, "linear")
    job = await train_sft(model, [lesson("maybe")] * 48, learning_rate=rates)
    step = await model.get_step()
    answers = {which: await first_tokens(model, f"{model.get_inference_name()}{which}") for which in ("", ":step0")}
    # No answer to learn from: the job names the line.
    failed = await train_sft(model, [art.Trajectory(messages_and_choices=[{"role": "user", "content": "red"}])])
    refused = await error_of(train_sft(model, [lesson("no")], learning_rate=-1))
    # The tools count as tokens too, and the row becomes longer than the model's context.
    tools = [{"type": "function", "function": {"name": "look", "description": "red " * 2000}}]
    heavy = art.Trajectory(messages_and_choices=lesson("no").messages_and_choices, tools=tools)
    left_out = await train_sft(model, [heavy])
    events = await model.openai_client().get(f"/preview/training-jobs/{left_out['id']}/events", cast_to=object)
    after = await backend.train(model, await gather(model, 0), learning_rate=1e-3)
    await backend.close()
    loopback_only.report(
        {
            "printed": printed.getvalue(),
            "status": job["status"],
            "step": step,
            "answers": answers,
            "failed": [failed["status"], failed["error_message"]],
            "refused": refused,
            "notice": events["data"][0]["data"]["notice"],
            "after": after.step,
        }
    )


asyncio.run(main())
