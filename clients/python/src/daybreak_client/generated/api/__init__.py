# Generated from openapi.yaml by `npm run clients`: do not edit.
"""Contains methods for accessing the API"""
