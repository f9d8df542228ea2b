# Generated from openapi.yaml by `npm run clients`: do not edit.

"""A client library for accessing Daybreak"""

from .client import AuthenticatedClient, Client

__all__ = (
    "AuthenticatedClient",
    "Client",
)
