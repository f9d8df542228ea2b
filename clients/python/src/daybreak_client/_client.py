from __future__ import annotations

from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self

from ._artifacts import Artifacts
from ._body import Body
from ._caller import Caller
from ._chat import Chat
from ._completions import Completions
from ._connection import Connection
from ._messages import Messages
from ._models import Models
from ._responses import Responses
from ._runs import Runs
from ._sessions import Sessions
from ._settings import find_api_key, find_base_url, is_this_machine
from ._training_jobs import TrainingJobs
from ._updates import Updates
from .errors import DaybreakError
from .generated.api.health import get_health, get_livez, get_readyz, get_system_check, get_version
from .generated.api.metrics import get_load, get_metrics, get_stats, list_workers
from .generated.api.sessions import get_key
from .generated.api.tokenization import detokenize, get_tokenizer_info, tokenize
from .generated.models import (
    DetokenizedText,
    Health,
    Key,
    Liveness,
    Load,
    Readiness,
    Stats,
    SystemCheck,
    TokenizedText,
    TokenizerInfo,
    Version,
    Worker,
    WorkerList,
)


class Daybreak:
    """
    Client of one Daybreak server. It is thread-safe.

    :param api_key: API key. Defaults to `DAYBREAK_API_KEY`, or else, for a server on this machine, to the file
        `api-key` in `DAYBREAK_HOME` or in `~/.daybreak`
    :param base_url: address of the server, with or without `/v1`. Defaults to `DAYBREAK_BASE_URL`, or else to
        `http://127.0.0.1:8484`
    :param timeout: seconds without data from the server until `APITimeoutError`
    :param max_retries: maximum number of retries of a request that failed with a transient error
    :param http_client: custom httpx client, for proxies and certificates
    :raises DaybreakError: if there is no key or an argument is invalid
    """

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 600.0,
        max_retries: int = 2,
        http_client: httpx.Client | None = None,
    ) -> None:
        if max_retries < 0:
            raise DaybreakError(f'max_retries is {max_retries}; allowed is 0 or more')
        self.base_url = find_base_url(base_url)
        self._api_key = find_api_key(api_key, self.base_url)
        # Requests to this machine ignore the environment's proxy settings: a proxy must not see the key.
        self._http = http_client or httpx.Client(timeout=timeout, trust_env=not is_this_machine(self.base_url))
        call = Caller(Connection(self._http, self.base_url, self._api_key, timeout, max_retries))
        self._call = call
        self.chat = Chat(call)
        self.completions = Completions(call)
        self.messages = Messages(call)
        self.responses = Responses(call)
        self.models = Models(call)
        self.training_jobs = TrainingJobs(call)
        self.runs = Runs(call)
        self.artifacts = Artifacts(call)
        self.sessions = Sessions(call)
        self.updates = Updates(call)

    def with_options(self, *, timeout: float | None = None, max_retries: int | None = None) -> Daybreak:
        """Returns this client with other limits: `client.with_options(timeout=5).models.get(id)`."""
        now = self._call.connection
        return Daybreak(
            api_key=self._api_key,
            base_url=self.base_url,
            timeout=now.timeout_s if timeout is None else timeout,
            max_retries=now.max_retries if max_retries is None else max_retries,
            http_client=self._http,
        )

    def tokenize(self, **fields: Any) -> TokenizedText:
        """Tokenizes a text (`prompt`) or a conversation (`messages`)."""
        return self._call(TokenizedText, tokenize.sync_detailed, body=Body(fields))

    def detokenize(self, tokens: list[int], model: str | None = None) -> str:
        """Converts token ids to text, with the tokenizer of `model` or else of the server's default model."""
        body = Body({'tokens': tokens, 'model': model})
        return self._call(DetokenizedText, detokenize.sync_detailed, body=body).prompt

    def tokenizer_info(self) -> TokenizerInfo:
        """Returns the tokenizer configuration and the chat template of the server's default model."""
        return self._call(TokenizerInfo, get_tokenizer_info.sync_detailed)

    def load(self) -> int:
        """Counts the chat completions and completions in flight, of all owners. The key needs the scope `metrics`."""
        return self._call(Load, get_load.sync_detailed).server_load

    def metrics(self) -> str:
        """Returns the server's metrics in Prometheus' text format. The key needs the scope `metrics`."""
        return self._call(str, get_metrics.sync_detailed)

    def stats(self) -> Stats:
        """Returns the current statistics of the server. The key needs the scope `metrics`."""
        return self._call(Stats, get_stats.sync_detailed)

    def workers(self) -> list[Worker]:
        """Lists the workers of the cluster; a single server lists itself. The key needs the scope `metrics`."""
        return self._call(WorkerList, list_workers.sync_detailed).data

    def key(self) -> Key:
        """Describes the API key or session that this client uses."""
        return self._call(Key, get_key.sync_detailed)

    def version(self) -> str:
        """Returns the version of the server."""
        return self._call(Version, get_version.sync_detailed).version

    def health(self) -> Health:
        """Checks the health of the service. Raises `ServiceUnavailableError` if the engine does not work."""
        return self._call(Health, get_health.sync_detailed)

    def livez(self) -> None:
        """Checks that the server process is alive."""
        self._call(Liveness, get_livez.sync_detailed)

    def readyz(self) -> None:
        """Checks that the server can take requests. Raises `ServiceUnavailableError`, naming the part not ready."""
        self._call(Readiness, get_readyz.sync_detailed)

    def system_check(self) -> SystemCheck:
        """Checks each part of the service. Raises `ServiceUnavailableError`; its `body` has the result of each part."""
        return self._call(SystemCheck, get_system_check.sync_detailed)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f'Daybreak(base_url={self.base_url!r})'
