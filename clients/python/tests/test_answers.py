"""Tests of responses in parts: streams, lists, and the events of jobs."""

from __future__ import annotations

import json
import threading
import unittest
from typing import Any

from flaky_server import FlakyServer, answer, fault, streamed
from samples import ASKED, ID, JOB, ONCE, chunk, connect, page, text_of

import daybreak_client


class Streams(unittest.TestCase):
    def test_give_chunks_up_to_done(self) -> None:
        parts = [': a comment\r\n\r\n', chunk('né'), chunk('é\u2028\x85').replace('\n', '\r\n'), 'data: [DONE]\n\n', chunk('no')]
        with FlakyServer(fault(503, headers=ONCE), streamed(*parts)) as server:
            with connect(server).chat.completions.stream(**ASKED) as stream:
                self.assertEqual(text_of(stream), 'néé\u2028\x85')
            self.assertEqual(json.loads(server.seen[1].body), {**ASKED, 'stream': True})

    def test_tell_an_error_of_the_server_and_that_they_broke_off(self) -> None:
        body = {'error': {'message': 'the device is gone', 'code': 'compute_unavailable'}, 'detail': ''}
        with FlakyServer(streamed(chunk('a'), f'data: {json.dumps(body)}\n\n'), streamed(chunk('a'))) as server:
            completions = connect(server).chat.completions
            stream = completions.stream(**ASKED)
            with self.assertRaises(daybreak_client.StreamError) as caught:
                text_of(stream)
            self.assertTrue(stream.response.is_closed)
            self.assertEqual(
                (str(caught.exception), caught.exception.code), ('the device is gone', 'compute_unavailable')
            )
            with self.assertRaisesRegex(daybreak_client.APIConnectionError, 'ended before'):
                text_of(completions.stream(**ASKED))

    def test_tell_of_an_event_that_is_not_of_the_contract(self) -> None:
        for data in ('{"choices', '7', '{"choices":[{}]}'):
            with FlakyServer(streamed(f'data: {data}\n\n')) as server:
                with self.assertRaisesRegex(daybreak_client.DaybreakError, 'does not match'):
                    text_of(connect(server).chat.completions.stream(**ASKED))

    def test_leaving_the_block_ends_the_connection(self) -> None:
        closed = threading.Event()

        def endless(handler: Any) -> None:
            try:
                streamed(*[chunk('a')] * 1000, pause_s=0.005)(handler)
            except OSError:
                closed.set()
                handler.close_connection = True

        with FlakyServer(endless) as server:
            with connect(server).chat.completions.stream(**ASKED) as stream:
                next(stream)
            self.assertTrue(closed.wait(60))

    def test_may_be_as_long_as_they_like_but_not_silent(self) -> None:
        steps = [streamed(*[chunk('a')] * 6, 'data: [DONE]\n\n', pause_s=0.5), streamed(chunk('a'), pause_s=4)]
        with FlakyServer(*steps) as server:
            completions = connect(server, timeout=2).chat.completions
            self.assertEqual(text_of(completions.stream(**ASKED)), 'aaaaaa')
            self.assertRaises(daybreak_client.APITimeoutError, text_of, completions.stream(**ASKED))


class ListsAndJobs(unittest.TestCase):
    def test_a_list_takes_page_after_page(self) -> None:
        with FlakyServer(answer(200, page(['a', 'b'], True)), answer(200, page(['c'], False))) as server:
            self.assertEqual([model.id for model in connect(server).models.list(limit=2)], ['a', 'b', 'c'])
            self.assertNotIn('after', server.seen[0].path)
            self.assertIn('after=b', server.seen[1].path)

    def test_wait_follows_the_events(self) -> None:
        def events(*kinds: str) -> Any:
            data = {'training_started': {'num_sequences': 1}, 'training_failed': {'error_message': 'no data'}}
            items = [{'id': kind, 'type': kind, 'data': data[kind]} for kind in kinds]
            return answer(200, {'object': 'list', 'data': items, 'first_id': '', 'last_id': '', 'has_more': False})

        steps = [events('training_started'), events(), events('training_failed'), answer(200, JOB), events(), events()]
        with FlakyServer(*steps) as server:
            jobs = connect(server).training_jobs
            with self.assertRaisesRegex(daybreak_client.TrainingJobError, 'failed: no data') as caught:
                jobs.wait(ID, poll_s=0.01)
            self.assertEqual(caught.exception.job.id, ID)
            self.assertEqual(
                [('after=training_started' in seen.path) for seen in server.seen], [False, True, True, False]
            )
            self.assertRaises(daybreak_client.APITimeoutError, jobs.wait, ID, poll_s=0.1, timeout=0.15)
