"""Server that runs one step of a script for each request, and records the requests."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


class FlakyServer:
    def __init__(self, *steps: Step, port: int = 0) -> None:
        self.seen: list[Seen] = []
        self._steps = list(steps)
        flaky = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get('content-length', 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                flaky.seen.append(Seen(self.command, self.path, headers, body, time.monotonic()))
                flaky._steps.pop(0)(self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(('127.0.0.1', port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.base_url = f'http://127.0.0.1:{self.port}'

    def __enter__(self) -> FlakyServer:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer(status: int, body: Any, headers: dict[str, str] | None = None) -> Step:
    def step(handler: BaseHTTPRequestHandler) -> None:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {'content-length': str(len(data)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    return step


def fault(status: int, code: str = 'conflict', headers: dict[str, str] | None = None) -> Step:
    error = {'message': f'it is {code}', 'type': 'server_error', 'param': None, 'code': code}
    return answer(
        status, {'error': error, 'detail': error['message']}, {'x-request-id': 'req_flaky', **(headers or {})}
    )


def reset(handler: BaseHTTPRequestHandler) -> None:
    """Resets the connection without a response."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    handler.connection.close()
    handler.close_connection = True


def silence(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(2)
    handler.close_connection = True


def streamed(*parts: str, pause_s: float = 0.0) -> Step:
    """Returns a step that sends server-sent events and closes the connection."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header('content-type', 'text/event-stream')
        handler.send_header('connection', 'close')
        handler.end_headers()
        for part in parts:
            handler.wfile.write(part.encode())
            handler.wfile.flush()
            time.sleep(pause_s)
        handler.close_connection = True

    return step
