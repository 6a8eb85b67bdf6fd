"""Ordering for recall, against the two widely used reorderings.

Both peers build the list from the worst up, by inserting at its head, and put
the best last instead of first for an even n: results are equal up to that
reflection. langchain's expects its input sorted; it gets it sorted, for free.
"""

from typing import Any

from benchmarks.row import Call, Contender, Row, need
from benchmarks.workloads import sections
from ctxlab.ordering import order_for_recall
from ctxlab.sections import ContextSection

Case = list[ContextSection]


def _ours(case: Case) -> Call:
    return lambda: [section.name for section in order_for_recall(case)]


def _langchain(case: Case) -> Call:
    from langchain_community.document_transformers import LongContextReorder
    from langchain_core.documents import Document

    ranked = sorted(case, key=lambda section: -section.priority)
    documents = [Document(section.text, id=section.name) for section in ranked]
    reorder = LongContextReorder()
    return lambda: [document.id for document in reorder.transform_documents(documents)]


def _llama_index(case: Case) -> Call:
    from llama_index.core.postprocessor import LongContextReorder
    from llama_index.core.schema import NodeWithScore, TextNode

    nodes = [NodeWithScore(node=TextNode(text=s.text, id_=s.name), score=s.priority) for s in case]
    reorder = LongContextReorder()
    return lambda: [scored.node.id_ for scored in reorder.postprocess_nodes(nodes)]


def _check(case: Case, result: Any, ours: Any) -> str:
    need(result in (ours, ours[::-1]), "the order is not a deal to both ends")
    return ""


ROWS = (
    Row(
        id="order",
        what="order n sections for recall",
        sizes=(1_000, 10_000, 100_000),
        case=lambda n: sections(n, words=5),
        ours=Contender("ctxlab", _ours),
        rivals=(
            Contender("langchain LongContextReorder", _langchain, 20, "langchain_community"),
            Contender("llama-index LongContextReorder", _llama_index, 20, "llama_index"),
        ),
        check=_check,
    ),
)
