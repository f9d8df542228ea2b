"""Where the server is and which key to send, from arguments, then the environment, then the machine's own key file."""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from urllib.parse import urlsplit

from .errors import DaybreakError

DEFAULT_BASE_URL = 'http://127.0.0.1:8484'


def find_base_url(given: str | None) -> str:
    """The server's address without a slash or `/v1` at its end, which OpenAI clients write and the paths here have."""
    url = given or os.environ.get('DAYBREAK_BASE_URL') or DEFAULT_BASE_URL
    if urlsplit(url).scheme not in ('http', 'https') or not urlsplit(url).hostname:
        raise DaybreakError(f'base_url: {url!r} is no address; allowed is http://host:port or https://host:port')
    return url.rstrip('/').removesuffix('/v1').rstrip('/')


def find_api_key(given: str | None, base_url: str) -> str:
    key = given or os.environ.get('DAYBREAK_API_KEY')
    if key:
        return key.strip()
    file = Path(os.environ.get('DAYBREAK_HOME') or Path.home() / '.daybreak') / 'api-key'
    if not _is_this_machine(base_url):
        raise DaybreakError(f'No API key: pass api_key or set DAYBREAK_API_KEY ({file} is for servers on this machine)')
    try:
        return file.read_text(encoding='utf-8').strip()
    except OSError:
        raise DaybreakError(
            f'No API key: pass api_key, set DAYBREAK_API_KEY, or start a server ({file} is not there)'
        ) from None


def _is_this_machine(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ''
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == 'localhost' or host.endswith('.localhost')
