"""How long a server asks to wait."""

from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime


def retry_after_s(value: str | None) -> float | None:
    """A number of seconds or an HTTP date (RFC 9110, 10.2.3); None for anything else."""
    if value is None:
        return None
    if re.fullmatch(r'\d+(\.\d+)?', value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
