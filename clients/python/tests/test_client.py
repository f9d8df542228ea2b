"""The hand-written layer, against servers that fail on purpose."""

from __future__ import annotations

import email.utils
import importlib
import json
import os
import pkgutil
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from flaky_server import FlakyServer, answer, fault, reset, silence, streamed

import daybreak_client
from daybreak_client import Daybreak, types

KEY = 'dbk-a-key-that-must-not-be-told-to-anyone'
ID = '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10'
MODEL: dict[str, Any] = {
    **{'id': ID, 'entity': 'local', 'project': 'p', 'name': 'n', 'base_model': 'b'},
    **{'run_id': None, 'retention': None, 'created': '2026-11-21T12:00:00.000Z'},
}
JOB: dict[str, Any] = {
    **{'id': ID, 'status': 'failed', 'kind': 'rl', 'model_id': ID, 'step': None, 'created': MODEL['created']},
    **{'steps_done': 0, 'total_steps': None, 'retry_of': None, 'queue_position': None},
    **{'config': {}, 'notice': None, 'ignored_fields': []},
    **{'training_start': None, 'training_end': None, 'error_message': 'no data'},
}
OK = answer(200, {'status': 'ok', 'version': '1.2.3'})
ASKED: dict[str, Any] = {'messages': [{'role': 'user', 'content': 'Hello'}]}
ONCE = {'retry-after': '0'}


def connect(server: FlakyServer, **options: Any) -> Daybreak:
    return Daybreak(**{'base_url': server.base_url, 'api_key': KEY, **options})


def create(client: Daybreak) -> types.Model:
    return client.models.create(project='p', name='n', base_model='b')


def page(ids: list[str], has_more: bool) -> dict[str, Any]:
    data = [{**MODEL, 'id': id} for id in ids]
    return {'object': 'list', 'data': data, 'first_id': ids[0], 'last_id': ids[-1], 'has_more': has_more}


def chunk(content: str) -> str:
    choice = {'index': 0, 'delta': {'content': content}, 'finish_reason': None}
    head = {'id': 'c', 'object': 'chat.completion.chunk', 'created': 1, 'model': 'm'}
    return f'data: {json.dumps({**head, "choices": [choice]}, ensure_ascii=False)}\n\n'


def text_of(stream: daybreak_client.ChatStream) -> str:
    return ''.join(chunk.choices[0].delta.content or '' for chunk in stream)


class Package(unittest.TestCase):
    def test_every_generated_module_can_be_imported(self) -> None:
        names = [module.name for module in pkgutil.walk_packages(daybreak_client.__path__, 'daybreak_client.')]
        self.assertGreater(len(names), 100)
        for name in names:
            importlib.import_module(name)


class Requests(unittest.TestCase):
    def test_carry_the_key_and_go_below_v1_whether_or_not_the_address_has_it(self) -> None:
        with FlakyServer(answer(200, ['b']), answer(200, MODEL)) as server:
            self.assertEqual(connect(server).models.base(), ['b'])
            connect(server, base_url=f'{server.base_url}/v1/').models.get(ID)
            self.assertEqual(
                [seen.path for seen in server.seen], ['/v1/preview/base-models', f'/v1/preview/models/{ID}']
            )
            self.assertEqual(server.seen[1].headers['authorization'], f'Bearer {KEY}')
            self.assertIn('daybreak-client-python/', server.seen[1].headers['user-agent'])

    def test_send_what_was_given_and_no_defaults(self) -> None:
        completion = {'id': 'c', 'object': 'chat.completion', 'created': 1, 'model': 'm', 'choices': []}
        usage = {
            'prompt_tokens': 1,
            'total_tokens': 1,
            'completion_tokens': 0,
            'prompt_tokens_details': {'cached_tokens': 0},
        }
        with FlakyServer(*[answer(200, {**completion, 'usage': usage})] * 2) as server:
            client = connect(server)
            client.chat.completions.create(**ASKED)
            message = types.ChatMessage.from_dict(ASKED['messages'][0])
            client.chat.completions.create(types.ChatCompletionRequest(messages=[message]))
            self.assertEqual([json.loads(seen.body) for seen in server.seen], [ASKED, ASKED])
            with self.assertRaisesRegex(TypeError, 'temprature'):
                client.chat.completions.create(**ASKED, temprature=1)

    def test_upload_bytes_and_files(self) -> None:
        stored = {'name': 'train.jsonl', 'bytes': 3, 'sha256': '0' * 64}
        busy = fault(503, headers=ONCE)
        with FlakyServer(busy, answer(200, stored), answer(200, stored), busy, answer(200, stored)) as server:
            artifacts = connect(server).artifacts
            artifacts.upload(ID, 'train.jsonl', b'abc')
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, 'x')
                file.write_bytes(b'def')
                artifacts.upload(ID, 'train.jsonl', file)
                with self.assertRaises(daybreak_client.ServiceUnavailableError):  # what is left of it is another file
                    artifacts.upload(ID, 'train.jsonl', file)
            self.assertEqual([seen.body for seen in server.seen], [b'abc', b'abc', b'def', b'def'])
            self.assertEqual(server.seen[2].headers['content-type'], 'application/octet-stream')

    def test_an_empty_id_or_name_is_refused_before_anything_is_sent(self) -> None:
        with FlakyServer() as server:
            client = connect(server)
            models, jobs, artifacts = client.models, client.training_jobs, client.artifacts
            table: dict[str, list[Any]] = {
                'model_id': [
                    lambda: models.get(''),
                    lambda: models.delete(''),
                    lambda: models.log('', split='val', trajectory_groups=[]),
                    lambda: list(models.logs.list('')),
                    lambda: list(models.logs.groups('', ID)),
                    lambda: list(models.checkpoints.list('')),
                    lambda: models.checkpoints.files('', 0),
                ],
                'model': [lambda: models.served_as('')],
                'log_id': [lambda: list(models.logs.groups(ID, ''))],
                'training_job_id': [lambda: jobs.get(''), lambda: jobs.cancel(''), lambda: jobs.wait('')],
                'run_id': [lambda: client.runs.get(''), lambda: client.runs.tensorboard('')],
                'artifact_id': [lambda: artifacts.get(''), lambda: artifacts.upload('', 'f', b'')],
                'file_name': [lambda: artifacts.upload(ID, '', b''), lambda: artifacts.download(ID, '')],
            }
            for name, calls in table.items():
                for call in calls:
                    with self.assertRaisesRegex(daybreak_client.DaybreakError, f'^{name} is empty$'):
                        call()
            self.assertEqual(server.seen, [])

    def test_an_answer_of_another_contract_is_said_to_be_one(self) -> None:
        with FlakyServer(answer(200, {'status': 'fine'}), answer(200, 'no JSON')) as server:
            for _ in range(2):
                with self.assertRaisesRegex(daybreak_client.DaybreakError, 'does not fit'):
                    connect(server).health()


class Settings(unittest.TestCase):
    def test_the_key_comes_from_the_argument_the_environment_or_the_file_of_this_machine(self) -> None:
        with tempfile.TemporaryDirectory() as home:
            Path(home, 'api-key').write_text('from-file\n')
            with mock.patch.dict(os.environ, {'DAYBREAK_HOME': home}, clear=True):
                self.assertEqual(Daybreak()._api_key, 'from-file')
                self.assertEqual(Daybreak().base_url, 'http://127.0.0.1:8484')
                with self.assertRaisesRegex(daybreak_client.DaybreakError, 'DAYBREAK_API_KEY'):
                    Daybreak(base_url='https://example.com')
                os.environ.update(DAYBREAK_API_KEY='from-environment', DAYBREAK_BASE_URL='http://[::1]:1/v1')
                self.assertEqual(Daybreak()._api_key, 'from-environment')
                self.assertEqual(Daybreak().base_url, 'http://[::1]:1')
                self.assertEqual(Daybreak(api_key='given')._api_key, 'given')
            for wrong in ('localhost:8484', 'ftp://host', 'http://', 'http://host:port', 'http://[::1'):
                with self.assertRaisesRegex(daybreak_client.DaybreakError, 'base_url'):
                    Daybreak(base_url=wrong, api_key=KEY)

            for wrong in ('http://user:secret@host', 'http://host?x=1', 'http://host#x'):
                with self.assertRaisesRegex(daybreak_client.DaybreakError, '^base_url has a user'):
                    Daybreak(base_url=wrong, api_key=KEY)

    def test_the_data_folder_is_found_where_the_server_has_it(self) -> None:
        with tempfile.TemporaryDirectory() as home:
            for folder in ('.daybreak', 'data'):
                Path(home, folder).mkdir()
                Path(home, folder, 'api-key').write_text(f'from-{folder}\n')
            places = {'': '.daybreak', ' ': '.daybreak', '~/data': 'data', f' {home}/data ': 'data'}
            for value, folder in places.items():
                with mock.patch.dict(os.environ, {'HOME': home, 'DAYBREAK_HOME': value}, clear=True):
                    self.assertEqual(Daybreak()._api_key, f'from-{folder}', value)

    def test_a_key_that_no_header_can_carry_is_refused_without_being_told(self) -> None:
        for wrong in (f'{KEY}\n{KEY}', 'schlüssel'):
            with self.assertRaisesRegex(daybreak_client.DaybreakError, '^The API key is empty or has a letter'):
                Daybreak(base_url='http://host', api_key=wrong)

    def test_an_empty_key_is_refused_whatever_the_environment_has(self) -> None:
        with mock.patch.dict(os.environ, {'DAYBREAK_API_KEY': KEY}):
            for empty in ('', ' ', '\n'):
                with self.assertRaisesRegex(daybreak_client.DaybreakError, '^api_key is empty; leave it out'):
                    Daybreak(api_key=empty)

    def test_a_number_of_retries_that_cannot_be(self) -> None:
        with self.assertRaisesRegex(daybreak_client.DaybreakError, 'max_retries is -1'):
            Daybreak(api_key=KEY, max_retries=-1)

    def test_no_proxy_stands_between_a_machine_and_itself(self) -> None:
        with FlakyServer(OK) as server, mock.patch.dict(os.environ, {'HTTP_PROXY': 'http://127.0.0.1:9'}):
            self.assertEqual(connect(server, max_retries=0).health().status, 'ok')

    def test_the_key_is_not_shown(self) -> None:
        client = Daybreak(api_key=KEY)
        for text in (repr(client), repr(client._call.connection), str(vars(client._call))):
            self.assertNotIn(KEY, text)


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
            # the fault, whether a GET is sent again after it, whether a POST is
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
            with self.assertRaisesRegex(daybreak_client.APIConnectionError, 'broke off'):
                text_of(completions.stream(**ASKED))

    def test_tell_of_an_event_that_is_not_of_the_contract(self) -> None:
        for data in ('{"choices', '7', '{"choices":[{}]}'):
            with FlakyServer(streamed(f'data: {data}\n\n')) as server:
                with self.assertRaisesRegex(daybreak_client.DaybreakError, 'does not fit'):
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


if __name__ == '__main__':
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
