"""Finds the base URL and the API key: from arguments, the environment, and the key file of this machine."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path

import httpx

from .errors import DaybreakError

DEFAULT_BASE_URL = 'http://127.0.0.1:8484'


def find_base_url(given: str | None) -> str:
    """Returns the server's address without a trailing slash or `/v1`, which the paths of the operations contain."""
    url = given or os.environ.get('DAYBREAK_BASE_URL') or DEFAULT_BASE_URL
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL:
        address = httpx.URL()
    if address.scheme not in ('http', 'https') or not address.host:
        raise DaybreakError(f'base_url: {url!r} is not a valid URL; allowed is http://host:port or https://host:port')
    if address.userinfo or address.query or address.fragment:
        raise DaybreakError('base_url has a user, a query or a fragment; allowed is a host and a path')
    return url.rstrip('/').removesuffix('/v1').rstrip('/')


def find_api_key(given: str | None, base_url: str) -> str:
    if given is not None and not given.strip():
        raise DaybreakError("api_key is empty; omit it to use DAYBREAK_API_KEY or this machine's key file")
    key = (given or os.environ.get('DAYBREAK_API_KEY') or _key_of_this_machine(base_url)).strip()
    # Without this check httpx would raise an error that shows the key.
    if not re.fullmatch('[!-~]+', key):
        raise DaybreakError('The API key is empty or has characters invalid in HTTP headers.')
    return key


def _key_of_this_machine(base_url: str) -> str:
    file = _data_folder() / 'api-key'
    if not is_this_machine(base_url):
        raise DaybreakError(f'No API key: pass api_key or set DAYBREAK_API_KEY ({file} is for servers on this machine)')
    try:
        return file.read_text(encoding='utf-8')
    except OSError:
        raise DaybreakError(
            f'No API key: pass api_key, set DAYBREAK_API_KEY, or start a server ({file} cannot be read)'
        ) from None


def _data_folder() -> Path:
    """Returns the server's data folder. Expands `~`, which service files, unlike shells, pass on unexpanded."""
    folder = os.environ.get('DAYBREAK_HOME', '').strip() or '~/.daybreak'
    return Path.home() / folder[2:] if folder == '~' or folder.startswith('~/') else Path(folder)


def is_this_machine(base_url: str) -> bool:
    """Returns whether the server is on this machine, so that neither the key nor a request leaves it."""
    host = httpx.URL(base_url).host
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == 'localhost' or host.endswith('.localhost')
