"""Tests of the requests that reach the server, and of the settings that shape them."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from flaky_server import FlakyServer, answer, fault
from samples import ASKED, ID, KEY, MODEL, OK, ONCE, connect

import daybreak_client
from daybreak_client import Daybreak, types


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
                with self.assertRaises(daybreak_client.ServiceUnavailableError):  # a file is not retried
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
                with self.assertRaisesRegex(daybreak_client.DaybreakError, 'does not match'):
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
            with self.assertRaisesRegex(daybreak_client.DaybreakError, '^The API key is empty or has characters'):
                Daybreak(base_url='http://host', api_key=wrong)

    def test_an_empty_key_is_refused_whatever_the_environment_has(self) -> None:
        with mock.patch.dict(os.environ, {'DAYBREAK_API_KEY': KEY}):
            for empty in ('', ' ', '\n'):
                with self.assertRaisesRegex(daybreak_client.DaybreakError, '^api_key is empty; omit it'):
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
