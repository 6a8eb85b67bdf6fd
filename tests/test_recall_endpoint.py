"""The endpoint client, against a small server on the loopback address."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ctxlab.recall.cli import app
from ctxlab.recall.endpoint import EndpointError, EndpointReader, cost_of, says
from ctxlab.recall.plans import Plan
from ctxlab.recall.results import load_run

PLAN = Plan("on-call", facts=3, contexts=2)


class FakeEndpoint(ThreadingHTTPServer):
    """Answers with what the prompt's own list says; first refuses `busy` times."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.busy: list[int] = []
        self.reply: str | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: FakeEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(({k.lower(): v for k, v in self.headers.items()}, body))
        if self.path != "/v1/chat/completions":
            return self._say(404, "no such path")
        if self.server.busy:
            return self._say(self.server.busy.pop(0), "slow down")
        answer = {"choices": [{"message": {"content": _look_up(body["messages"][0]["content"])}}]}
        return self._say(200, self.server.reply or json.dumps(answer))

    def _say(self, code: int, text: str) -> None:
        self.send_response(code)
        if code == 302:
            self.send_header("Location", "/v1/elsewhere")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        pass


def _look_up(prompt: str) -> str:
    """Finds the line that the question asks for."""
    stem = prompt.rsplit(": ", 1)[1]
    return next(line for line in prompt.splitlines() if line.startswith(stem + " "))


@pytest.fixture
def endpoint() -> Iterator[FakeEndpoint]:
    server = FakeEndpoint()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def reader(endpoint: FakeEndpoint, **options: Any) -> EndpointReader:
    return EndpointReader(endpoint.url, "some-model", patience=(0, 0), **options)


def test_each_question_is_one_request(endpoint: FakeEndpoint) -> None:
    trial = next(PLAN.trials())
    answers = reader(endpoint).answer(PLAN, trial)
    assert [a.hit for a in answers] == [True] * 3 and answers[0].log_prob is None
    assert len(endpoint.requests) == 3
    _, body = endpoint.requests[0]
    assert body["model"] == "some-model" and body["temperature"] == 0
    assert body["messages"][0]["content"].startswith(trial.shared)


def test_a_wrong_answer_is_a_miss(endpoint: FakeEndpoint) -> None:
    endpoint.reply = json.dumps({"choices": [{"message": {"content": "I do not know."}}]})
    assert not any(a.hit for a in reader(endpoint).answer(PLAN, next(PLAN.trials())))


def test_the_key_comes_from_the_environment_and_goes_nowhere_else(
    endpoint: FakeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = next(PLAN.trials())
    monkeypatch.setenv("OPENAI_API_KEY", "not for this address")
    monkeypatch.delenv("CTXLAB_API_KEY", raising=False)
    reader(endpoint).answer(PLAN, trial)
    assert "authorization" not in endpoint.requests[0][0]
    monkeypatch.setenv("MY_KEY", "secret")
    mine = reader(endpoint, key_variable="MY_KEY")
    mine.answer(PLAN, trial)
    assert endpoint.requests[-1][0]["authorization"] == "Bearer secret"
    assert "secret" not in repr(mine) + repr(mine.about())


def test_a_busy_endpoint_is_asked_again(endpoint: FakeEndpoint) -> None:
    endpoint.busy = [429, 503]
    reader(endpoint).answer(PLAN, next(PLAN.trials()))
    assert len(endpoint.requests) == 2 + 3


def test_an_endpoint_that_stays_busy_is_given_up(endpoint: FakeEndpoint) -> None:
    endpoint.busy = [429] * 9
    with pytest.raises(EndpointError, match=r"answered 429 .*slow down"):
        reader(endpoint).answer(PLAN, next(PLAN.trials()))
    assert len(endpoint.requests) == 3


def test_a_refusal_is_passed_on_at_once(endpoint: FakeEndpoint) -> None:
    endpoint.busy = [401]
    with pytest.raises(EndpointError, match="answered 401"):
        reader(endpoint).answer(PLAN, next(PLAN.trials()))
    assert len(endpoint.requests) == 1


def test_a_redirect_is_not_followed(
    endpoint: FakeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXLAB_API_KEY", "secret")
    endpoint.busy = [302]
    with pytest.raises(EndpointError, match="answered 302"):
        reader(endpoint).answer(PLAN, next(PLAN.trials()))
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("reply", ["<html>", "{}", '{"choices": []}', "[1]"])
def test_something_else_than_a_completion_is_named(endpoint: FakeEndpoint, reply: str) -> None:
    endpoint.reply = reply
    with pytest.raises(EndpointError, match="no chat completion"):
        reader(endpoint).answer(PLAN, next(PLAN.trials()))


def test_an_address_where_nobody_listens(endpoint: FakeEndpoint) -> None:
    silent = EndpointReader("http://127.0.0.1:9/v1", "m", patience=(), timeout=2)
    with pytest.raises(EndpointError, match="no answer from the endpoint"):
        silent.answer(PLAN, next(PLAN.trials()))


def test_only_web_addresses_are_opened() -> None:
    with pytest.raises(ValueError, match="http://"):
        EndpointReader("file:///etc", "m")


def test_values_count_as_whole_words_only() -> None:
    assert says("**KD-4471**", "KD-4471") and says("It is Maria.", "Maria")
    assert not says("Mariana", "Maria") and not says("XKD-4471", "KD-4471")


def test_the_cost_is_told_before() -> None:
    requests, tokens = cost_of(PLAN)
    assert requests == 6 and 300 < tokens < 900


def test_the_command_measures_an_endpoint(endpoint: FakeEndpoint, tmp_path: Path) -> None:
    out = tmp_path / "mine.jsonl"
    options = ["--facts", "3", "--contexts", "2", "--out", str(out)]
    options += ["--base-url", endpoint.url, "--model", "some-model"]
    done = CliRunner().invoke(app, ["measure", *options])
    assert done.exit_code == 0, done.output
    assert "up to 6 requests" in done.output and "0: 1.00, 1: 1.00, 2: 1.00" in done.output
    assert load_run(out).provenance["reader"]["model"] == "some-model"
    assert endpoint.url not in out.read_text(encoding="utf-8")
    shown = CliRunner().invoke(app, ["show", str(out)])
    assert "no end shown better" in shown.output


def test_the_command_needs_a_models_name() -> None:
    done = CliRunner().invoke(app, ["measure", "--base-url", "http://127.0.0.1:9"])
    assert done.exit_code == 1 and "--model NAME" in done.output
