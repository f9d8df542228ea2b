"""Tests against failing servers: retries and errors."""

from __future__ import annotations

import email.utils
import threading
import time
import unittest
from typing import Any

from flaky_server import FlakyServer, answer, fault, reset, silence
from samples import ID, MODEL, OK, ONCE, connect, create

import daybreak_client
from daybreak_client import types


class Retries(unittest.TestCase):
    def test_wait_as_long_as_retry_after_says(self) -> None:
        for ask, least_s in ((lambda: '1', 0.95), (lambda: email.utils.formatdate(time.time() + 2, usegmt=True), 0.5)):
            with FlakyServer(fault(503, headers={'retry-after': ask()}), OK) as server:
                self.assertEqual(connect(server).health().version, '1.2.3')
                self.assertGreater(server.seen[1].at - server.seen[0].at, least_s)
        with FlakyServer(fault(429, headers={'retry-after': '121'})) as server:
            with self.assertRaises(daybreak_client.RateLimitError):
                connect(server).health()
            self.assertEqual(len(server.seen), 1)

    def test_which_faults_are_tried_again(self) -> None:
        table: list[tuple[Any, bool, bool]] = [
            # response, whether a GET is retried, whether a POST is retried
            (answer(408, '', ONCE), True, False),
            (fault(429, headers=ONCE), True, True),
            (fault(500, headers=ONCE), True, False),
            (answer(502, '<html>', ONCE), True, False),
            (fault(503, headers=ONCE), True, True),
            (answer(504, '', ONCE), True, False),
            (reset, True, False),
            (fault(404, headers=ONCE), False, False),
            (fault(409, headers=ONCE), False, False),
            (fault(501, headers=ONCE), False, False),
            (fault(507, headers=ONCE), False, False),
        ]
        calls = (lambda client: client.models.get(ID), create)
        for row, (step, *again) in enumerate(table):
            for call, expected in zip(calls, again):
                with self.subTest(row=row, again=expected), FlakyServer(step, answer(200, MODEL)) as server:
                    if expected:
                        self.assertEqual(call(connect(server)).id, ID)
                    else:
                        self.assertRaises(daybreak_client.DaybreakError, call, connect(server))
                    self.assertEqual(len(server.seen), 2 if expected else 1)
                    self.assertEqual(server.seen[0].body, server.seen[-1].body)

    def test_as_often_as_is_asked_for(self) -> None:
        with FlakyServer(*[fault(503, headers=ONCE)] * 5) as server:
            client = connect(server)
            self.assertRaises(daybreak_client.ServiceUnavailableError, client.health)
            self.assertEqual(len(server.seen), 3)
            self.assertRaises(daybreak_client.ServiceUnavailableError, client.with_options(max_retries=0).health)
            self.assertEqual(len(server.seen), 4)

    def test_a_post_where_no_connection_was_made(self) -> None:
        with FlakyServer() as gone:
            port = gone.port
        made: list[types.Model] = []
        call = threading.Thread(target=lambda: made.append(create(connect(gone))))
        call.start()
        time.sleep(0.15)
        with FlakyServer(answer(200, MODEL), port=port):
            call.join()
        self.assertEqual([model.id for model in made], [ID])

    def test_a_system_check_that_fails_is_told_at_once(self) -> None:
        with FlakyServer(answer(503, {'gpu_queue': {'success': False}}, ONCE)) as server:
            with self.assertRaises(daybreak_client.ServiceUnavailableError) as caught:
                connect(server).system_check()
            self.assertEqual(caught.exception.body, {'gpu_queue': {'success': False}})


class Errors(unittest.TestCase):
    def test_each_status_has_its_type(self) -> None:
        table = {
            400: daybreak_client.BadRequestError,
            401: daybreak_client.AuthenticationError,
            403: daybreak_client.PermissionDeniedError,
            404: daybreak_client.NotFoundError,
            409: daybreak_client.ConflictError,
            413: daybreak_client.PayloadTooLargeError,
            415: daybreak_client.APIStatusError,
            422: daybreak_client.UnprocessableEntityError,
            429: daybreak_client.RateLimitError,
            500: daybreak_client.InternalServerError,
            503: daybreak_client.ServiceUnavailableError,
            507: daybreak_client.InsufficientStorageError,
        }
        for status, kind in table.items():
            with self.subTest(status=status), FlakyServer(fault(status)) as server:
                with self.assertRaises(kind) as caught:
                    create(connect(server, max_retries=0))
                error = caught.exception
                self.assertIs(type(error), kind)
                self.assertEqual((error.status, error.code, error.message), (status, 'conflict', 'it is conflict'))
                self.assertEqual((error.request_id, error.issues), ('req_flaky', []))

    def test_tell_how_long_the_server_asks_to_wait(self) -> None:
        date = email.utils.formatdate(time.time() + 90, usegmt=True)
        table = [(429, '7', 7, 7), (503, '1.5', 1.5, 1.5), (429, date, 80, 90), (429, '121', 121, 121)]
        for status, asked, least, most in table:
            with self.subTest(asked=asked), FlakyServer(fault(status, headers={'retry-after': asked})) as server:
                with self.assertRaises(daybreak_client.APIStatusError) as caught:
                    connect(server, max_retries=0).health()
                wait_s = caught.exception.retry_after
                assert wait_s is not None
                self.assertTrue(least <= wait_s <= most, wait_s)
        for headers in ({}, {'retry-after': 'soon'}):
            with FlakyServer(fault(429, headers=headers)) as server:
                with self.assertRaises(daybreak_client.RateLimitError) as limited:
                    connect(server, max_retries=0).health()
                self.assertIsNone(limited.exception.retry_after)

    def test_an_answer_that_points_elsewhere_is_one_too(self) -> None:
        with FlakyServer(OK) as elsewhere, FlakyServer(answer(307, '', {'location': elsewhere.base_url})) as server:
            with self.assertRaises(daybreak_client.APIStatusError) as caught:
                connect(server).health()
            self.assertEqual((caught.exception.status, elsewhere.seen), (307, []))

    def test_a_page_of_a_proxy_is_one_too(self) -> None:
        with FlakyServer(answer(404, '<html>no</html>')) as server:
            with self.assertRaises(daybreak_client.NotFoundError) as caught:
                connect(server).models.get(ID)
            self.assertEqual((caught.exception.body, caught.exception.code), ('<html>no</html>', None))

    def test_silence_and_nobody(self) -> None:
        with FlakyServer(silence) as server:
            self.assertRaises(daybreak_client.APITimeoutError, connect(server, timeout=0.2).health)
            self.assertEqual(len(server.seen), 1)
        with self.assertRaises(daybreak_client.APIConnectionError) as caught:
            connect(server, max_retries=0).health()
        self.assertIn('GET http://127.0.0.1', str(caught.exception))
