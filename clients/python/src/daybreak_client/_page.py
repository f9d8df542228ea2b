"""Paginated lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

T = TypeVar('T')


class PageBody(Protocol[T]):
    """Fields that every page of a list has."""

    data: list[T]
    last_id: str
    has_more: bool


class Pages(Generic[T]):
    """Iterable over all items of a list. Fetches pages as needed: `for item in client.models.list()`."""

    def __init__(self, fetch: Callable[[str | None], PageBody[T]], after: str | None = None) -> None:
        self._fetch = fetch
        self._after = after

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[PageBody[T]]:
        """Yields the pages of the list. The `last_id` of a page is the `after` of the next one."""
        after = self._after
        while True:
            page = self._fetch(after)
            yield page
            if not page.has_more:
                return
            after = page.last_id

    def first_page(self) -> PageBody[T]:
        """Fetches the first page only."""
        return self._fetch(self._after)
