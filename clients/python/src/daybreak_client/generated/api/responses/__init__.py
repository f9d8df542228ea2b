# Generated from openapi.yaml by `npm run clients`: do not edit.
"""Contains endpoint functions for accessing the API"""
