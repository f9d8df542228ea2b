"""Uses `wandb` alone: a run, its history, an artifact with folders, aliases, and resuming a run."""

import json
import os
import time

import wandb


def error_of(call) -> str:
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


facts: dict = {"version": wandb.__version__}
with wandb.init(project="alone", name="my run", config={"lr": 0.1}) as run:
    for step in range(3):
        run.log({"loss": 3.0 - step, "deep": {"a": step}, "bad": float("nan")})
    artifact = wandb.Artifact("data", type="dataset", metadata={"n": 2})
    os.makedirs("folder/deeper")
    for path, text in {"a.txt": "hello", "folder/deeper/b.txt": "nested"}.items():
        with open(path, "w") as file:
            file.write(text)
    artifact.add_file("a.txt")
    artifact.add_dir("folder", name="sub")
    artifact = run.log_artifact(artifact, aliases=["best"], tags=["raw data"]).wait()
    facts["logged"] = [artifact.version, sorted(artifact.aliases)]
facts["run"] = run.id

with wandb.init(project="alone", id=run.id, resume="must") as resumed:
    used = resumed.use_artifact("data:best")
    folder = used.download(root="there")
    texts = [open(f"{folder}/{name}").read() for name in ("a.txt", "sub/deeper/b.txt")]
    facts["used"] = [used.version, used.metadata, *texts]
    resumed.log({"loss": 0.5})

api = wandb.Api()
found = api.artifact("alone/data:v0", type="dataset")
found.aliases.append("prod")
found.tags = [*found.tags, "checked"]
found.metadata["more"] = 1
found.save()
again = api.artifact("alone/data:prod")
facts["saved"] = [sorted(again.aliases), again.metadata, again.size, again.file_count]
facts["tags"] = [sorted(artifact.tags), sorted(again.tags)]
again.tags = ["checked"]
again.save()
facts["tags"].append(api.artifact("alone/data:best").tags)
path = f"{again.entity}/alone/{run.id}"
facts["used by"] = ["/".join(user.path) == path for user in again.used_by()]
maker = again.logged_by()
facts["logged by"] = ["/".join(maker.path) == path, maker.name]
found_run = api.run(path)
ran = [found_run.summary["loss"], found_run.state, found_run.lastHistoryStep]
facts["api run"] = [found_run.name, found_run.config, *ran]
rows = list(found_run.scan_history())
facts["scanned"] = [{key: row[key] for key in row if key != "_timestamp"} for row in rows]
facts["dated"] = all(abs(row["_timestamp"] - time.time()) < 3600 for row in rows)
facts["scanned pages"] = [row["_step"] for row in found_run.scan_history(page_size=2, min_step=1)]
facts["scanned keys"] = list(found_run.scan_history(keys=["deep.a", "_step"]))
facts["history"] = [row["_step"] for row in found_run.history(pandas=False)]
facts["sampled"] = [row["_step"] for row in found_run.history(samples=2, pandas=False)]
facts["history of keys"] = found_run.history(keys=["loss"], pandas=False)
found_run.config["more"] = [1]
found_run.summary["best"] = 0.25
found_run.update()
changed = wandb.Api().run(path)
facts["changed run"] = [changed.config, changed.summary["best"], changed.state]
facts["unknown run"] = error_of(lambda: api.run("alone/none"))
facts["versions"] = [version.version for version in api.artifacts("dataset", "alone/data")]
facts["unknown artifact"] = error_of(lambda: api.artifact("alone/none:v0"))
facts["unknown operation"] = error_of(lambda: api.sweep("local/alone/none"))


def resumed_by(key: str) -> None:
    """Resumes the run with another key, and logs to it."""
    # The client's service process caches keys and runs.
    wandb.teardown()
    settings = wandb.Settings(api_key=key, init_timeout=60)
    with wandb.init(project="alone", id=run.id, resume="must", settings=settings) as other:
        other.log({"loss": 100.0})


began = time.monotonic()
for name, key in {"wrong key": os.environ["TEST_WRONG_KEY"], "other owner": os.environ["TEST_OTHER_KEY"]}.items():
    facts[name] = [error_of(lambda: resumed_by(key)), error_of(lambda: wandb.Api(api_key=key).run(path).summary)]
facts["refused in"] = time.monotonic() - began
if os.environ["TEST_LIMITED_KEY"]:
    os.environ["WANDB_API_KEY"] = os.environ["TEST_LIMITED_KEY"]
    wandb.teardown()
    began = time.monotonic()
    with wandb.init(project="alone", id="too-much") as greedy:
        for step in range(10):
            greedy.log({f"{'m' * 200}{i}": float(step) for i in range(1000)})
    facts["refused log in"] = time.monotonic() - began
    greedy_path = f"{again.entity}/alone/too-much"
    facts["kept of it"] = len(list(wandb.Api().run(greedy_path).scan_history()))
    wandb.Api().run(greedy_path).delete()
    facts["deleted run"] = error_of(lambda: wandb.Api().run(greedy_path))
print(json.dumps(facts))
