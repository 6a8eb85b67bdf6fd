"""Your own model: any endpoint that speaks OpenAI's chat protocol. Never needed.

The whole list and one question go into each request, at temperature 0. An
answer is a hit if the value stands in it as a whole word; log-probabilities are
not asked for. The key is read from an environment variable that you name, is
sent to that one address and written nowhere.

Left out: streaming, parallel requests, other protocols. Taught in 03.
"""

import json
import os
import re
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from email.message import Message
from typing import IO, Any

from ctxlab.recall.plans import Plan, Trial
from ctxlab.recall.prompts import TEMPLATES
from ctxlab.recall.readers import Answer
from ctxlab.tokens import count_tokens

_PATIENCE = (1, 4, 16)  # seconds to wait before each new try
_BUSY = {408, 429, 500, 502, 503, 504}


class EndpointError(RuntimeError):
    """The endpoint refused, stayed busy, or answered something else than a chat completion."""


@dataclass(frozen=True)
class EndpointReader:
    """A model behind `base_url` (such as `http://localhost:8080/v1`). Taught in 03.

    `key_variable` names the environment variable that holds the key; without
    that variable no key is sent. Raises ValueError for an address that is not http(s).
    """

    base_url: str
    model: str
    key_variable: str = "CTXLAB_API_KEY"
    patience: tuple[float, ...] = _PATIENCE
    timeout: float = 120
    temperature: float | None = 0
    """None leaves it to the endpoint: some models take no other than their own."""

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("http://", "https://")):
            raise ValueError(f"a base URL starts with http:// or https://, not {self.base_url!r}")

    def about(self) -> dict[str, str]:
        """The model's name. The address stays out of result files."""
        return {"model": self.model, "protocol": "OpenAI-compatible chat completions"}

    def answer(self, plan: Plan, trial: Trial) -> list[Answer]:
        """One request a question."""
        template = TEMPLATES[plan.template]
        answers = []
        for fact in trial.facts:
            said = self._ask(f"{trial.shared}\n{template.question(fact)}")
            answers.append(Answer(says(said, fact.value), None))
        return answers

    def _ask(self, prompt: str) -> str:
        """The model's reply; a busy endpoint is asked again, a few times."""
        for wait in (*self.patience, None):
            try:
                return self._ask_once(prompt)
            except urllib.error.HTTPError as error:
                if error.code not in _BUSY or wait is None:
                    raise EndpointError(_refusal(error)) from error
            except (urllib.error.URLError, TimeoutError) as error:
                if wait is None:
                    raise EndpointError(f"no answer from the endpoint: {error}") from error
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _ask_once(self, prompt: str) -> str:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
        }
        if self.temperature is not None:
            body["temperature"] = self.temperature
        request = urllib.request.Request(
            f"{self.base_url.rstrip('/')}/chat/completions",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **self._credentials()},
        )
        with _OPENER.open(request, timeout=self.timeout) as reply:
            data = reply.read()
        try:
            return str(json.loads(data)["choices"][0]["message"]["content"] or "")
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise EndpointError(f"this is no chat completion: {data[:200]!r}") from error

    def _credentials(self) -> dict[str, str]:
        key = os.environ.get(self.key_variable)
        return {"Authorization": f"Bearer {key}"} if key else {}


def says(text: str, value: str) -> bool:
    """Whether `value` stands in `text` as a whole word. Taught in 03.

    >>> says("It is KD-4471.", "KD-4471"), says("KD-44712", "KD-4471")
    (True, False)
    """
    return re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text) is not None


def cost_of(plan: Plan) -> tuple[int, int]:
    """Requests that a plan takes at an endpoint, and the tokens sent (an estimate)."""
    sizes = [
        count_tokens(trial.shared) + count_tokens(TEMPLATES[plan.template].question(fact))
        for trial in plan.trials()
        for fact in trial.facts
    ]
    return len(sizes), sum(sizes)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another address: it is an error instead."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Message,
        newurl: str,
    ) -> Any:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _refusal(error: urllib.error.HTTPError) -> str:
    said = error.read(300).decode("utf-8", "replace").strip()
    return f"the endpoint answered {error.code} {error.reason}: {said or 'nothing more'}"
