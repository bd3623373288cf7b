"""What dynamic selectors share: the features chosen, and what happened to them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from driftsift import _core
from driftsift.data.parameters import one_of
from driftsift.data.schema import Schema
from driftsift.transformers.base import StreamTransformer

__all__ = ["SelectionEvent", "StreamSelector", "on_empty"]

KINDS = ("selected", "reselected", "grown", "drift")
REASONS = (
    "window full",
    "crossed",
    "overtaken",
    "settling",
    "alarm",
    "stump",
    "chunk",
    "concept",
    "look",
    "break",
)
ON_EMPTY = {"all": _core.OnEmpty.all, "keep": _core.OnEmpty.keep, "prior": _core.OnEmpty.prior}


@dataclass(frozen=True)
class SelectionEvent:
    """A change of the selected features.

    Parameters
    ----------
    row : int
        Learned rows until then, the one that caused it included.
    kind : {"selected", "reselected", "grown", "drift"}
    gained, lost, selected : tuple of str
        Features that joined, that went, and that are selected from then on.
    why : str
        What made the selector choose: "window full", "crossed" (a feature crossed the line), "overtaken", "settling"
        (one more look after a change), "alarm" (of a detector), "stump", "chunk", "concept 2" (or another
        one), "look", "break".
    causes : tuple of str
        The features that crossed, whose detector gave the alarm, and the like.
    step : int
        Which transformer of the pipeline, from 0.
    """

    row: int
    kind: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    selected: tuple[str, ...]
    why: str
    causes: tuple[str, ...]
    step: int


class StreamSelector(StreamTransformer):
    """A transformer that chooses features while the stream runs."""

    def _projected(self, schema: Schema) -> Schema:
        return schema

    def _reason(self, row: int, why: str) -> str:  # noqa: ARG002
        """Return what an event at a row says of its cause."""
        return why

    def _events(self, history: dict[str, Any], names: list[str], step: int) -> list[SelectionEvent]:
        """Return the events of this transformer at a step of a pipeline, which is given features of these names."""
        selected, causes = (_parts(history[name], history[f"{name}_ends"]) for name in ("selected", "causes"))
        before = set(history["before"].tolist())
        events = []
        for row, kind, why, now, by in zip(
            history["rows"], history["kinds"], history["whys"], selected, causes, strict=True
        ):
            gained, lost = sorted(set(now) - before), sorted(before - set(now))
            joined, went, chosen, causing = (tuple(names[f] for f in group) for group in (gained, lost, now, by))
            reason = self._reason(int(row), REASONS[why])
            events.append(SelectionEvent(int(row), KINDS[kind], joined, went, chosen, reason, causing, step))
            before = set(now)
        return events


def on_empty(selector: Any) -> _core.OnEmpty:
    """Return what passes while a selector has chosen nothing."""
    return ON_EMPTY[one_of("on_empty", selector.on_empty, list(ON_EMPTY))]


def _parts(values: Any, ends: Any) -> list[list[int]]:
    return [values[begin:end].tolist() for begin, end in pairwise([0, *ends])]
