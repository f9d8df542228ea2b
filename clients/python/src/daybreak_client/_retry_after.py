"""Parser of the header `Retry-After`."""

from __future__ import annotations

import re
import time
from email.utils import parsedate_to_datetime


def retry_after_s(value: str | None) -> float | None:
    """Returns the seconds to wait, from a number or an HTTP date (RFC 9110, 10.2.3), or None if `value` is neither."""
    if value is None:
        return None
    if re.fullmatch(r'\d+(\.\d+)?', value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
