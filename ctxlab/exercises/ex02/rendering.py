"""02.1: writing sections down."""

from collections.abc import Iterator
from random import Random

from ctxlab.checking.exercise import Exercise, Mistake
from ctxlab.exercises.sections import Sections, random_sections, small_sections
from ctxlab.sections import ContextSection, render, render_section


def _render_cases(rng: Random) -> Iterator[tuple[Sections]]:
    yield from ((sections,) for sections in small_sections())
    yield ([ContextSection("empty", "")],)
    yield ([ContextSection("a", " x\n"), ContextSection("b", "y")],)
    yield from ((random_sections(rng, rng.randrange(1, 6)),) for _ in range(30))


RENDER = Exercise(
    id="02.1",
    title="Render the sections",
    level="core",
    minutes=4,
    name="render_sections",
    right=render,
    answers=(render, render_section),
    cases=_render_cases,
    mistakes=(
        Mistake(
            "no blank line between sections",
            lambda sections: "\n".join(f"### {s.name}\n{s.text}" for s in sections),
            "How many line breaks make a blank line?",
        ),
        Mistake(
            "a blank line after the last section, too",
            lambda sections: "".join(f"### {s.name}\n{s.text}\n\n" for s in sections),
            "The blank line stands between sections. What stands behind the last one?",
        ),
        Mistake(
            "no space after the marks",
            lambda sections: "\n\n".join(f"###{s.name}\n{s.text}" for s in sections),
            "Compare the header character by character: '### ' has four.",
        ),
        Mistake(
            "sorts by priority",
            lambda sections: render(sorted(sections, key=lambda s: -s.priority)),
            "Rendering keeps the order it is handed. Who decides about order?",
        ),
        Mistake(
            "header and text on one line",
            lambda sections: "\n\n".join(f"### {s.name} {s.text}" for s in sections),
            "Where does the header line end?",
        ),
        Mistake(
            "tidies up the text",
            lambda sections: "\n\n".join(f"### {s.name}\n{s.text.strip()}" for s in sections),
            "Spaces and line breaks at the ends are part of the text. Who asked to remove them?",
        ),
        Mistake(
            "puts each section in once",
            lambda sections: render(dict.fromkeys(sections)),
            "One section may be listed twice. What was asked for?",
        ),
    ),
    hints=(
        "What does one section look like on the page? And what stands between two?",
        "Write one section as '### name', a line break, the text. Join them by a blank line.",
        "def render_sections(sections):\n    return '...'.join(f'### {...}\\n{...}' for s in sections)",
    ),
)
