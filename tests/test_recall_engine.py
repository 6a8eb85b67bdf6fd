"""The engine on a tiny model made here: reader, tokenizer, forward pass."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.recall.gguf import GgufFile
from ctxlab.recall.model import LlamaModel
from ctxlab.recall.tokenizer import Tokenizer
from tests.support.recall import tiny_gguf

Floats = np.ndarray


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> GgufFile:
    return GgufFile(tiny_gguf(tmp_path_factory.mktemp("tiny") / "tiny.gguf"))


@pytest.fixture(scope="module")
def model(file: GgufFile) -> LlamaModel:
    return LlamaModel(file)


TOKENS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7]


def test_facts_are_read(file: GgufFile) -> None:
    assert file.facts["general.architecture"] == "llama"
    assert file.facts["llama.rope.freq_base"] == 10000.0
    assert file.facts["tokenizer.ggml.merges"] == ["a b", "Ġ ab"]


@pytest.mark.parametrize(
    "name, kind", [("output_norm", "F32"), ("token_embd", "Q8_0"), ("blk.0.attn_k", "Q4_1")]
)
def test_blocks_are_decoded_weight_by_weight(file: GgufFile, name: str, kind: str) -> None:
    tensor = file.tensor(f"{name}.weight")
    assert tensor.dtype == np.float32
    raw = _raw(file, f"{name}.weight")
    expected = [weight for block in _blocks(raw, kind) for weight in _slowly(block, kind)]
    np.testing.assert_allclose(tensor.ravel(), expected, rtol=1e-6)


def test_what_is_no_gguf_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.gguf"
    path.write_bytes(b"<html>not found</html>")
    with pytest.raises(ValueError, match=r"page\.gguf is not a GGUF file"):
        GgufFile(path)


def test_a_format_that_is_not_known_is_named(file: GgufFile, tmp_path: Path) -> None:
    data = bytearray(file.path.read_bytes())
    at = data.index(b"output_norm.weight") + len(b"output_norm.weight") + 4 + 8
    data[at] = 12
    path = tmp_path / "other.gguf"
    path.write_bytes(bytes(data))
    with pytest.raises(ValueError, match="stored in format 12; this reader knows F32, Q4_1, Q8_0"):
        GgufFile(path).tensor("output_norm.weight")


def test_the_forward_pass_equals_a_slow_one_written_from_the_definition(
    file: GgufFile, model: LlamaModel
) -> None:
    states, _ = model.read(TOKENS)
    np.testing.assert_allclose(states, _slow_forward(file, TOKENS), rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("cut", [1, 5, 13])
def test_reading_on_from_a_cache_equals_reading_at_once(model: LlamaModel, cut: int) -> None:
    whole, _ = model.read(TOKENS)
    _, cache = model.read(TOKENS[:cut])
    rest, longer = model.read(TOKENS[cut:], cache)
    np.testing.assert_allclose(rest, whole[cut:], rtol=1e-4, atol=1e-5)
    assert (cache.length, longer.length) == (cut, len(TOKENS)), "the first cache is unchanged"


def test_reading_in_chunks_changes_nothing(
    model: LlamaModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = model.read(TOKENS)
    monkeypatch.setattr("ctxlab.recall.model._CHUNK", 3)
    chunked, _ = model.read(TOKENS)
    np.testing.assert_allclose(chunked, whole, rtol=1e-4, atol=1e-5)


def test_questions_side_by_side_do_not_see_each_other(model: LlamaModel) -> None:
    _, cache = model.read(TOKENS)
    questions = [[1, 2, 3], [4], [5, 6, 7, 8]]
    together = model.read_each(questions, cache)
    assert [len(states) for states in together] == [3, 1, 4]
    for question, states in zip(questions, together, strict=True):
        alone, _ = model.read(TOKENS + question)
        np.testing.assert_allclose(states, alone[len(TOKENS) :], rtol=1e-4, atol=1e-5)


def test_a_later_token_changes_no_earlier_state(model: LlamaModel) -> None:
    one, _ = model.read(TOKENS)
    other, _ = model.read([*TOKENS[:-1], 0])
    np.testing.assert_allclose(one[:-1], other[:-1], rtol=1e-4, atol=1e-5)
    assert np.abs(one[-1] - other[-1]).max() > 0.01


def test_log_probabilities_add_up_to_one(model: LlamaModel) -> None:
    states, _ = model.read(TOKENS)
    log_probs = model.log_probs(states)
    np.testing.assert_allclose(np.exp(log_probs).sum(axis=1), 1, rtol=1e-5)
    assert log_probs.dtype == np.float32


def test_beyond_the_longest_context_is_refused(model: LlamaModel) -> None:
    with pytest.raises(ValueError, match="the prompt has 65 tokens; the model reads 64"):
        model.read([1] * 65)
    with pytest.raises(ValueError, match="at least one token"):
        model.read([])


def test_another_architecture_is_refused(file: GgufFile) -> None:
    file = GgufFile(file.path)
    file.facts["general.architecture"] = "gemma3"
    with pytest.raises(ValueError, match="a gemma3 model, not a llama"):
        LlamaModel(file)


class TestTokenizer:
    """Byte-pair encoding on a vocabulary small enough to see through."""

    def test_merges_come_in_the_order_of_training(self, file: GgufFile) -> None:
        tokenizer = Tokenizer.from_facts(file.facts)
        tokens = file.facts["tokenizer.ggml.tokens"]
        assert [tokens[i] for i in tokenizer.encode("abc abab")] == ["ab", "c", "Ġab", "ab"]
        assert [tokens[i] for i in tokenizer.encode("ba ab")] == ["b", "a", "Ġab"]

    def test_every_occurrence_of_a_pair_is_merged(self) -> None:
        tokenizer = Tokenizer(["a", "aa", "aaaa"], ["a a", "aa aa"])
        assert tokenizer.encode("aaaaa") == [2, 0]

    def test_digits_stand_alone(self) -> None:
        tokenizer = Tokenizer([*"0123456789", "12"], ["1 2"])
        assert tokenizer.encode("123") == [1, 2, 3]

    @given(st.text(max_size=40))
    def test_a_round_trip_loses_nothing(self, text: str) -> None:
        from ctxlab.recall.tokenizer import _letter_of

        tokenizer = Tokenizer(list(_letter_of().values()), [])
        assert tokenizer.decode(tokenizer.encode(text)) == text

    def test_a_lone_surrogate_does_not_crash(self) -> None:
        from ctxlab.recall.tokenizer import _letter_of

        tokenizer = Tokenizer(list(_letter_of().values()), [])
        assert tokenizer.decode(tokenizer.encode("a\ud800b")) == "a\ufffdb"

    def test_another_tokenizer_is_refused(self, file: GgufFile) -> None:
        with pytest.raises(ValueError, match="knows gpt2 with the rule smollm"):
            Tokenizer.from_facts(file.facts | {"tokenizer.ggml.pre": "qwen2"})


def _raw(file: GgufFile, name: str) -> bytes:
    shape, kind, offset = file._tensors[name]
    size = {0: 4, 3: 20 / 32, 8: 34 / 32}[kind] * int(np.prod(shape))
    start = file._data + offset
    return file.path.read_bytes()[start : start + int(size)]


def _blocks(raw: bytes, kind: str) -> list[bytes]:
    size = {"F32": 4, "Q4_1": 20, "Q8_0": 34}[kind]
    return [raw[i : i + size] for i in range(0, len(raw), size)]


def _slowly(block: bytes, kind: str) -> list[float]:
    """One block, number by number, from the format's definition."""
    if kind == "F32":
        return [float(np.frombuffer(block, "<f4")[0])]
    scale = float(np.frombuffer(block[:2], "<f2")[0])
    if kind == "Q8_0":
        return [scale * int.from_bytes([byte], signed=True) for byte in block[2:]]
    least = float(np.frombuffer(block[2:4], "<f2")[0])
    halves = [byte % 16 for byte in block[4:]] + [byte // 16 for byte in block[4:]]
    return [scale * half + least for half in halves]


def _slow_forward(file: GgufFile, tokens: list[int]) -> Floats:
    """The same architecture token by token, head by head, in float64, without a cache."""

    def weight(name: str) -> Floats:
        return file.tensor(f"{name}.weight").astype(np.float64)

    x = weight("token_embd")[tokens]
    for layer in range(2):
        block = f"blk.{layer}."
        y = np.array([_normed(row, weight(block + "attn_norm")) for row in x])
        q, k, v = (y @ weight(f"{block}attn_{name}").T for name in "qkv")
        mixed = np.zeros((len(tokens), 32))
        for t in range(len(tokens)):
            for head in range(4):
                mine = slice(head * 8, head * 8 + 8)
                theirs = slice(head // 2 * 8, head // 2 * 8 + 8)
                query = _turned(q[t, mine], t)
                scores = [query @ _turned(k[u, theirs], u) / 8**0.5 for u in range(t + 1)]
                shares = np.exp(scores) / np.exp(scores).sum()
                mixed[t, mine] = sum(s * v[u, theirs] for u, s in enumerate(shares))
        x = x + mixed @ weight(block + "attn_output").T
        y = np.array([_normed(row, weight(block + "ffn_norm")) for row in x])
        gate = y @ weight(block + "ffn_gate").T
        gated = gate / (1 + np.exp(-gate)) * (y @ weight(block + "ffn_up").T)
        x = x + gated @ weight(block + "ffn_down").T
    return x


def _normed(row: Floats, weight: Floats) -> Floats:
    return row / np.sqrt((row**2).mean() + 1e-5) * weight


def _turned(row: Floats, place: int) -> Floats:
    """Each pair of neighbours as one complex number, turned by its angle."""
    pairs = (row[0::2] + 1j * row[1::2]) * np.exp(1j * place * 10000.0 ** (-np.arange(0, 8, 2) / 8))
    return np.stack([pairs.real, pairs.imag], axis=1).ravel()
