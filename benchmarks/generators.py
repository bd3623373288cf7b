"""Race the generators against MOA's and River's of the same name: part of ``make bench``.

Every contender makes instances with the same settings, in one thread, and does nothing else with them; the
clock is the CPU time of that thread. driftsift makes chunks of its usual size, MOA and River one instance at
a time, as each of them does. Contenders take turns, as in ``race.py``.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

import history
import moa_peer
from contenders import HERE, Contender, InProcess, Peer, PeerFailedError
from race import Figures, turn

PATH = Path(__file__).resolve().parent / "history-generators.jsonl"
ROWS = 500_000
console = Console(width=None if Console().is_terminal else 120)


@dataclass(frozen=True)
class Contest:
    """A stream of driftsift and what makes the same kind of stream elsewhere."""

    ours: str
    moa: str
    river: str | None = None


CONTESTS = (
    Contest("SEA(None, balance='none')", "SEAGenerator -p 10", "SEA(noise=0.1)"),
    Contest("SEA(None)", "SEAGenerator -p 10 -b"),
    Contest(
        "RandomTree(None, noise=0, balance='none')",
        "RandomTreeGenerator",
        "RandomTree(seed_tree=1, seed_sample=1)",
    ),
    Contest("AssetNegotiation(None, noise=0.05)", "AssetNegotiationGenerator -n 0.05"),
    Contest("Agrawal(None, balance='none')", "AgrawalGenerator", "Agrawal(perturbation=0.05)"),
    Contest("Agrawal(None)", "AgrawalGenerator -b", "Agrawal(perturbation=0.05, balance_classes=True)"),
    Contest(
        "Agrawal(None, function=10)",
        "AgrawalGenerator -f 10 -b",
        "Agrawal(classification_function=9, perturbation=0.05, balance_classes=True)",
    ),
    Contest("Hyperplane(None)", "HyperplaneGenerator", "Hyperplane()"),
    Contest(
        "Hyperplane(None, n_drifting=10, speed=0.001)",
        "HyperplaneGenerator -k 10 -t 0.001",
        "Hyperplane(n_drift_features=10, mag_change=0.001)",
    ),
    Contest("LED(None)", "LEDGenerator", "LED(noise_percentage=0.1, irrelevant_features=True)"),
    Contest(
        "LED(None, exchanged=3)",
        "LEDGeneratorDrift -d 3",
        "LEDDrift(noise_percentage=0.1, irrelevant_features=True, n_drift_features=3)",
    ),
    Contest("RandomRBF(None)", "RandomRBFGenerator", "RandomRBF(seed_model=1, seed_sample=1)"),
    Contest(
        "RandomRBF(None, n_drifting=50, speed=0.001)",
        "RandomRBFGeneratorDrift -s 0.001 -k 50",
        "RandomRBFDrift(seed_model=1, seed_sample=1, change_speed=0.001, n_drift_centroids=50)",
    ),
    Contest("Waveform(None, irrelevant=19)", "WaveformGenerator -n", "Waveform(has_noise=True)"),
    Contest("Waveform(None)", "WaveformGenerator", "Waveform()"),
    Contest("Sine(None, irrelevant=2, balance='none')", "SineGenerator", "Sine(has_noise=True)"),
    Contest("Sine(None, irrelevant=2)", "SineGenerator -b", "Sine(balance_classes=True, has_noise=True)"),
    Contest("STAGGER(None, balance='none')", "STAGGERGenerator", "STAGGER()"),
    Contest("STAGGER(None)", "STAGGERGenerator -b", "STAGGER(balance_classes=True)"),
    Contest("Mixed(None, balance='none')", "MixedGenerator", "Mixed()"),
    Contest("Mixed(None)", "MixedGenerator -b", "Mixed(balance_classes=True)"),
    Contest("Tweets(None, n_words=1000)", "TextGenerator -a 1000"),
)


def driftsift(contest: Contest) -> Contender:
    from driftsift import streams

    stream = eval(contest.ours, vars(streams))  # of this file

    def work() -> None:
        made = 0
        for chunk in stream:
            made += len(chunk)
            if made >= ROWS:
                break

    return InProcess("driftsift", ROWS, work)


def moa(contest: Contest) -> Contender:
    missing = moa_peer.why_missing()
    if missing:
        raise PeerFailedError(missing)
    return Peer("MOA", moa_peer.command("Generate", f"generators.{contest.moa}"))


def river(contest: Contest) -> Contender:
    python = moa_peer.peers_venv() / "bin" / "python"
    if contest.river is None:
        raise PeerFailedError("it has no such generator")
    if not python.exists():
        raise PeerFailedError(f"{python} does not exist (run benchmarks/setup_peers.sh)")
    return Peer("River", [str(python), str(HERE / "river_generator.py"), contest.river])


def hold(contest: Contest, rounds: int) -> list[Figures]:
    entrants = []
    for enter in (driftsift, moa, river):
        try:
            entrants.append(enter(contest))
        except PeerFailedError as problem:
            console.print(f"[dim]{enter.__name__} is left out of {contest.ours}: {problem}[/dim]")
    try:
        turns = [[turn(contender) for contender in entrants] for _ in range(rounds)]
    finally:
        for contender in entrants:
            contender.close()
    return [Figures.of(who.name, list(runs)) for who, runs in zip(entrants, zip(*turns, strict=True), strict=True)]


def table(held: list[tuple[Contest, list[Figures]]]) -> Table:
    result = Table(title="ns per row; how many times as long as driftsift", title_justify="left")
    result.add_column("stream")
    for heading in ("driftsift", "MOA", "x", "River", "x"):
        result.add_column(heading, justify="right")
    for contest, figures in held:
        best = {row.contender: row.best for row in figures}
        cells = [f"{best['driftsift']:,.0f}"]
        for peer in ("MOA", "River"):
            time_of = best.get(peer)
            cells += ["", ""] if time_of is None else [f"{time_of:,.0f}", f"{time_of / best['driftsift']:,.1f}"]
        result.add_row(contest.ours, *cells)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", metavar="NAME", help="streams whose text contains NAME; keep no record")
    options = parser.parse_args()
    began = time.monotonic()
    chosen = [contest for contest in CONTESTS if options.only is None or options.only in contest.ours]
    held = [(contest, hold(contest, options.rounds)) for contest in chosen]
    console.print(table(held))
    if options.only is None:
        results = [{"stream": c.ours, "moa": c.moa, "river": c.river, "best": _best(f)} for c, f in held]
        history.write(PATH, {"generators": results})
        console.print(f"recorded in {PATH} after {time.monotonic() - began:.0f} s")


def _best(figures: list[Figures]) -> dict[str, float]:
    return {row.contender: row.best for row in figures}


if __name__ == "__main__":
    main()
