"""Facts about this server beyond the contract, for Schemathesis. The `schemathesis.toml` beside it loads this file."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

import account  # noqa: E402, F401 - writes its account at the end
import conditions  # noqa: E402
import deletions  # noqa: E402, F401 - hooks, and patches of checks
import generation  # noqa: E402, F401 - patches the drawing of cases
import heads  # noqa: E402
import installation  # noqa: E402
import loosenings  # noqa: E402
import schemathesis  # noqa: E402
import thinning  # noqa: E402, F401 - a hook
import waits  # noqa: E402, F401 - a hook

things = json.loads(os.environ["SCHEMATHESIS_THINGS"])


@schemathesis.hook
def before_load_schema(context, raw_schema):
    installation.keep_contract(raw_schema)
    conditions.take_out(raw_schema)
    heads.allow_431(raw_schema)
    installation.name_things(raw_schema, things)
    installation.name_models(raw_schema, os.environ["SCHEMATHESIS_BASE_MODEL"])
    installation.serve_subset(raw_schema)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Returns False to drop a failure; only failures that `loosenings.yaml` lists are dropped."""
    return not loosenings.allows(failure, case, response)


@schemathesis.deserializer("application/octet-stream")
def bytes_as_text(context, response):
    """Decodes files, so that their schema is checked too; Latin-1 has one character for each byte."""
    return response.content.decode("latin-1")


@schemathesis.serializer("application/x-protobuf")
def any_bytes(context, value):
    """Sends the drawn value as it is: a schema does not describe a protobuf message."""
    return value if isinstance(value, bytes) else str(value).encode()
