"""The options of a prequential run, checked and completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from driftsift.data.chunk import Chunk
from driftsift.data.parameters import one_of, positive_int, positive_real
from driftsift.streams.stream import Stream

__all__ = ["Plan"]


@dataclass(frozen=True)
class Plan:
    """What `evaluate` was asked for; window 0: landmark, fading 1: none, baseline_window None: the window."""

    protocol: str
    window: int
    fading: float
    every: int
    n: int | None
    delay: int
    chunk: int
    baseline_window: int | None

    @classmethod
    def of(
        cls,
        stream: Stream,
        protocol: str,
        window: int | str | None,
        fading: float | None,
        every: int | None,
        n: int | None,
        delay: int | None,
        chunk: int,
        baseline: str | tuple[str, int] | None,
    ) -> Plan:
        """Check the options; ValueError or TypeError naming the one that makes no sense."""
        if window is not None and fading is not None:
            raise ValueError("window and fading exclude each other; give one of them")
        if n is not None:
            n = positive_int("n", n)
        if stream.n_instances is not None:
            n = stream.n_instances if n is None else min(n, stream.n_instances)
        if window == "auto":
            window = 1000 if n is None else max(1, round(n / 10))
        if every is None:
            every = 1000 if n is None else max(1, round(n / 100))
        if delay is None:
            delay = stream.label_delay
        if delay and protocol == "chunks":
            raise ValueError("delay goes with protocol='prequential'; chunks are learned as soon as they are tested")
        return cls(
            protocol=one_of("protocol", protocol, ("prequential", "chunks")),
            window=0 if window is None else positive_int("window", window),
            fading=1.0 if fading is None else positive_real("fading", fading, most=1.0),
            every=positive_int("every", every),
            n=n,
            delay=positive_int("delay", delay, least=0),
            chunk=positive_int("chunk", chunk),
            baseline_window=_baseline_window(baseline),
        )

    def blocks(self, stream: Stream, start: int) -> Iterator[Chunk]:
        """Yield the chunks to work on one after the other; after an interruption with what is still to be learned."""
        size = self.chunk if self.protocol == "chunks" else None
        end = self.n
        position = start = max(0, start - self.delay)
        for chunk in stream.chunks(size, start=start):
            part = chunk if end is None else chunk[: max(0, end - position)]
            if not len(part):
                return
            yield part
            position += len(part)


def _baseline_window(baseline: str | tuple[str, int] | None) -> int | None:
    if baseline is None:
        return None
    if baseline == "prequential":
        return 0
    if isinstance(baseline, (tuple, list)) and len(baseline) == 2 and baseline[0] == "sliding":
        return positive_int("baseline window", baseline[1])
    raise ValueError(f'baseline must be "prequential" or ("sliding", w), got {baseline!r}')
