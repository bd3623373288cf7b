"""Command lines as data: what is typed, the exit code, what is printed where."""

from __future__ import annotations

import json
import os

import pytest
from typer.testing import CliRunner

import driftsift as ds
from driftsift.cli.app import app
from driftsift.streams.writers import write_stream

SEA = "sea(n=2000, seed=1)"
OK, FAILED, USAGE = 0, 1, 2

# arguments, exit code, pieces of the standard output, pieces of the error stream
COMMANDS = [
    (["--version"], OK, [f"driftsift {ds.__version__}"], []),
    (["--help"], OK, ["demo", "evaluate", "generate", "list", "130 interrupted"], []),
    (["-h"], OK, ["Usage"], []),
    ([], USAGE, ["Usage"], []),
    (["frobnicate"], USAGE, [], ["No such command 'frobnicate'"]),
    # evaluate
    (["evaluate", "--help"], OK, ["--checkpoint", "--fading", "prequential"], []),
    (["evaluate", SEA, "-m", "naive-bayes"], OK, ["NaiveBayes", "2,000 instances", "kappa_per"], []),
    (
        ["evaluate", SEA, "-m", "knn(k=3)", "--model", "topk(k=2) | knn"],
        OK,
        ["KNN(k=3)", "TopK(k=2) | KNN"],
        [],
    ),
    (["evaluate", "sea(seed=1)", "-m", "no-change", "--n", "1e3"], OK, ["1,000 instances"], []),
    (["evaluate", SEA, "-m", "no-change", "-n", "5_00"], OK, ["500 instances"], []),
    (["evaluate", SEA, "-m", "no-change", "--window", "auto"], OK, ["NoChange"], []),
    (["evaluate", SEA, "-m", "no-change", "--window", "100", "--every", "50"], OK, ["NoChange"], []),
    (["evaluate", SEA, "-m", "no-change", "--fading", "0.99", "--delay", "10"], OK, ["NoChange"], []),
    (["evaluate", SEA, "-m", "no-change", "--protocol", "chunks", "--chunk", "500"], OK, ["NoChange"], []),
    (
        ["evaluate", SEA, "-m", "knn", "--protocol", "holdout", "--every", "400", "--test-size", "100"],
        OK,
        ["KNN"],
        [],
    ),
    (["evaluate", "data.csv", "-m", "naive-bayes"], OK, ["data: 300 instances"], []),
    (["evaluate", "data.csv", "-m", "naive-bayes", "--target", "class"], OK, ["data: 300 instances"], []),
    (["evaluate", "csv-stream('data.csv', drop=['x0'])", "-m", "knn"], OK, ["data: 300 instances"], []),
    (["evaluate", "data.libsvm", "-m", "naive-bayes"], OK, ["data: 300 instances"], []),
    (
        ["evaluate", SEA, "-m", "knn", "--html", "page.html", "--png", "p.png"],
        OK,
        ["KNN"],
        ["wrote page.html", "p.png"],
    ),
    (["evaluate", SEA], USAGE, [], ["Missing option '--model'"]),
    (["evaluate"], USAGE, [], ["Missing argument"]),
    (
        ["evaluate", SEA, "-m", "knm"],
        USAGE,
        [],
        ["no model is called 'knm'; did you mean 'knn'?", "  knm\n  ^"],
    ),
    (["evaluate", SEA, "-m", "knn(k=0)"], USAGE, [], ["knn(k=0): k must be at least 1, got 0"]),
    (["evaluate", SEA, "-m", "subset(['x9'])|knn"], USAGE, [], ["no feature called 'x9'"]),
    (["evaluate", SEA, "-m", "topk"], USAGE, [], ["a model ends in a classifier"]),
    (["evaluate", "see(n=5)", "-m", "knn"], USAGE, [], ["no stream is called 'see'; did you mean 'sea'?"]),
    (["evaluate", "sea(n=-5)", "-m", "knn"], USAGE, [], ["sea: n=-5, expected 0 or more"]),
    (["evaluate", "sea(seed=1)", "-m", "knn"], USAGE, [], ["SEA has no known end; say with -n how many"]),
    (["evaluate", SEA, "-m", "knn", "--target", "x"], USAGE, [], ["--target goes with a file"]),
    (["evaluate", SEA, "-m", "knn", "--n", "many"], USAGE, [], ["'many' is not a whole number"]),
    (["evaluate", SEA, "-m", "knn", "--n", "1.5"], USAGE, [], ["'1.5' is not a whole number"]),
    (["evaluate", SEA, "-m", "knn", "--n", "inf"], USAGE, [], ["'inf' is not a whole number"]),
    (["evaluate", SEA, "-m", "knn", "--window", "wide"], USAGE, [], ["'wide' is not a whole number"]),
    (["evaluate", SEA, "-m", "knn", "--protocol", "magic"], USAGE, [], ["magic"]),
    (["evaluate", SEA, "-m", "knn", "--window", "5", "--fading", "0.9"], USAGE, [], ["exclude each other"]),
    (
        ["evaluate", SEA, "-m", "knn", "--test-size", "5"],
        USAGE,
        [],
        ["--test-size does not go with --protocol preq"],
    ),
    (
        ["evaluate", SEA, "-m", "knn", "--protocol", "chunks", "--delay", "3"],
        USAGE,
        [],
        ["--delay does not go"],
    ),
    (
        ["evaluate", SEA, "-m", "knn", "--protocol", "holdout", "--checkpoint", "c"],
        USAGE,
        [],
        ["--checkpoint does not go with --protocol holdout"],
    ),
    (["evaluate", SEA, "-m", "knn", "--html", "no/such/page.html"], USAGE, [], ["'no/such' does not exist"]),
    (["evaluate", SEA, "-m", "knn", "--png", "."], USAGE, [], ["is a folder"]),
    (["evaluate", "missing.csv", "-m", "knn"], FAILED, [], ["driftsift: missing.csv does not exist"]),
    (["evaluate", "no/such/file", "-m", "knn"], FAILED, [], ["no/such/file does not exist"]),
    (["evaluate", "csv-stream('missing.csv')", "-m", "knn"], FAILED, [], ["missing.csv does not exist"]),
    (["evaluate", "data.csv", "-m", "knn", "--target", "clas"], FAILED, [], ["did you mean 'class'?"]),
    (["evaluate", "broken.csv", "-m", "knn"], FAILED, [], ["broken.csv", "line 3"]),
    (["evaluate", "data.unknown", "-m", "knn"], FAILED, [], ["no format is known by the suffix '.unknown'"]),
    (["evaluate", SEA, "-m", "knn", "--fading", "1.5"], FAILED, [], ["fading must be above 0 and at most 1"]),
    (["evaluate", SEA, "-m", "knn", "--checkpoint", "data.csv"], FAILED, [], ["not a driftsift model file"]),
    # generate
    (["generate", SEA, "-o", "new.parquet"], OK, [], ["wrote 2,000 instances to new.parquet"]),
    (["generate", "sea", "-n", "1e3", "-o", "new.csv.gz"], OK, [], ["wrote 1,000 instances"]),
    (["generate", SEA, "-n", "1e5", "-o", "new.arff"], OK, [], ["wrote 2,000 instances"]),
    (["generate", "data.csv", "-o", "new.libsvm.gz"], OK, [], ["wrote 300 instances"]),
    (
        ["generate", "data.csv", "--target", "class", "-o", "new.arff", "-n", "7"],
        OK,
        [],
        ["wrote 7 instances"],
    ),
    (["generate", SEA, "-o", "data.csv", "--force"], OK, [], ["wrote 2,000 instances to data.csv"]),
    (["generate", SEA, "-o", "data.csv"], USAGE, [], ["data.csv exists; --force replaces it"]),
    (["generate", "sea", "-o", "new.csv"], USAGE, [], ["SEA has no known end"]),
    (["generate", SEA], USAGE, [], ["Missing option '--output'"]),
    (["generate", SEA, "-o", "new.xlsx"], FAILED, [], ["no format is known by the suffix '.xlsx'"]),
    (["generate", SEA, "-o", "no/such/new.csv"], USAGE, [], ["'no/such' does not exist"]),
    (["generate", "see(n=3)", "-o", "new.csv"], USAGE, [], ["did you mean 'sea'?"]),
    (
        ["generate", "thesis/SEA", "-n", "500", "--seed", "3", "-o", "new.parquet"],
        OK,
        [],
        ["wrote 500 instances to new.parquet, the truth to new.parquet.truth.json"],
    ),
    (["generate", "drifting([sea(n=500), sea(n=500)], at=200)", "-o", "new.csv"], OK, [], ["new.csv.truth.json"]),
    (["generate", "preset('heft/LED', n=100)", "-o", "new.csv"], OK, [], ["wrote 100 instances"]),
    (["generate", "data.csv", "--seed", "3", "-o", "new.csv"], USAGE, [], ["--seed goes with a preset"]),
    (["generate", SEA, "--seed", "3", "-o", "new.csv"], USAGE, [], ["write the seed of another stream into"]),
    (["generate", "thesis/SAE", "-o", "new.csv"], FAILED, [], ["'thesis/SAE'", "did you mean 'thesis/SEA'?"]),
    (["generate", "dataset('spam', root='.', download=false)", "-o", "new.csv"], FAILED, [], ["spam"]),
    # inspect
    (["inspect", "data.csv"], OK, ["300", "x0", "numeric", "features", "mean 4.38141"], []),
    (["inspect", "thesis/BG2(A)", "-n", "12000", "--png", "p.png"], OK, ["behind 10,000, suddenly"], ["wrote p.png"]),
    (["inspect", "stagger"], OK, ["10,000, there are more", "small, medium, large", "size, color"], []),
    (["inspect", "with-redundant(sea(n=50), linear=2)"], OK, ["redundant features", "_linear3"], []),
    (["inspect", "missing.csv"], FAILED, [], ["missing.csv does not exist"]),
    (["inspect", "sae"], USAGE, [], ["did you mean 'sea'?"]),
    (["inspect", "data.csv", "--target", "clas"], FAILED, [], ["did you mean 'class'?"]),
    # relevance
    (["relevance", "--help"], OK, ["--scorer", "--least-change", "sensors.csv"], []),
    (["relevance", SEA], OK, ["SEA: 2,000 rows, 3 features", "alarms", "highest score"], []),
    (["relevance", "data.csv", "--target", "class", "--every", "100"], OK, ["data: 300 rows"], []),
    (["relevance", "sea(seed=1)", "-n", "1e3"], OK, ["1,000 rows"], []),
    (["relevance", "thesis/SEA(A)", "--seed", "3", "-n", "3e3"], OK, ["thesis/SEA(A): 3,000 rows, 50 features"], []),
    (
        ["relevance", SEA, "-s", "information-gain(window=500, discretizer=pad(bins=5))", "--alpha", "0.05"],
        OK,
        ["2,000 rows"],
        [],
    ),
    (["relevance", "data.libsvm", "--scorer", "interaction-lookahead", "--top", "3"], OK, ["300 rows"], []),
    (
        ["relevance", SEA, "--block", "5", "--html", "page.html", "--png", "p.png", "--csv", "scores.csv"],
        OK,
        [],
        ["wrote page.html", "wrote p.png", "wrote scores.csv"],
    ),
    (["relevance", SEA, "-s", "information-gian"], USAGE, [], ["did you mean 'information-gain'?"]),
    (["relevance", SEA, "-s", "pad"], USAGE, [], ["expected a scorer"]),
    (["relevance", SEA, "-s", "gain-ratio(window=0)"], USAGE, [], ["window must be at least 1, got 0"]),
    (["relevance", SEA, "--every", "0"], FAILED, [], ["every must be at least 1"]),
    (["relevance", SEA, "--alpha", "2"], FAILED, [], ["alpha must be above 0"]),
    (["relevance", "sea(seed=1)"], USAGE, [], ["SEA has no known end"]),
    (["relevance", SEA, "--csv", "no/such/file.csv"], USAGE, [], ["'no/such' does not exist"]),
    (["relevance", "missing.csv"], FAILED, [], ["missing.csv does not exist"]),
    # list
    (["list"], OK, ["naive-bayes", "sea", "kappa_m", "variance_floor=1e-09"], []),
    (["list", "parts"], OK, ["symmetrical-uncertainty", "adwin", "pad"], []),
    (["list", "models"], OK, ["topk", "k=10"], []),
    (["list", "streams"], OK, ["agrawal", "thesis/SEA(A)", "electricity", "45,312 instances"], []),
    (["list", "measures"], OK, ["accuracy"], []),
    (["list", "planets"], USAGE, [], ["planets"]),
    # demo
    (["demo", "-n", "2e3"], OK, ["Subset(features=['x0', 'x1']) | KNN", "driftsift-demo.html"], []),
    (["demo", "-n", "2e3", "--html", "other.html"], OK, ["other.html"], []),
    (["demo", "--html", "no/such/page.html"], USAGE, [], ["'no/such' does not exist"]),
]


@pytest.fixture(autouse=True)
def workplace(tmp_path, monkeypatch):
    """A folder with some files to work on, wide enough a terminal not to break messages."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    write_stream(ds.SEA(300, seed=1), "data.csv")
    write_stream(ds.SEA(300, seed=1), "data.libsvm")
    (tmp_path / "broken.csv").write_text("a,class\n1,x\n2,y,z\n")
    (tmp_path / "data.unknown").write_text("?")


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("arguments", "code", "printed", "said"),
    COMMANDS,
    ids=[" ".join(command[0])[:70] for command in COMMANDS],
)
def test_command(arguments, code, printed, said):
    result = run(*arguments)
    assert result.exit_code == code, result.output
    for piece in printed:
        assert piece in result.stdout
    for piece in said:
        assert piece in result.stderr
    assert "Traceback" not in result.output
    if code:
        assert not result.stdout or not arguments


def test_what_is_generated_is_the_stream():
    run("generate", "sea(n=500, seed=3)", "-o", "new.parquet")
    assert (ds.open_stream("new.parquet").take(500).X == ds.SEA(500, seed=3).take(500).X).all()


def test_what_is_known_of_a_stream_is_generated_with_it():
    run("generate", "thesis/AGR", "-n", "300", "--seed", "2", "-o", "new.arff.gz")
    stream = ds.preset("thesis/AGR", seed=2)
    again = ds.open_stream("new.arff.gz")
    assert again.relevant == stream.relevant
    assert again.drifts == stream.drifts
    assert (again.take(300).concept == stream.take(300).concept).all()


def test_truth_is_left_out_on_demand():
    run("generate", SEA, "-o", "new.csv", "--no-truth")
    assert not os.path.exists("new.csv.truth.json")


def test_json_of_inspect():
    content = json.loads(run("inspect", "abfs/SEA-100", "-n", "1000", "--json").stdout)
    assert (content["instances"], len(content["features"]), content["complete"]) == (1000, 102, False)
    assert sum(content["classes"].values()) == 1000
    assert [drift["width"] for drift in content["drifts"]] == [5000, 5000]
    assert len(content["relevant"]["2"]) == 2


def test_files_of_evaluate(tmp_path):
    run("evaluate", SEA, "-m", "knn", "--html", "page.html", "--png", "picture.png")
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_json_of_evaluate():
    result = run("evaluate", SEA, "-m", "naive-bayes", "-m", "topk(k=2)|knn", "--json", "--every", "500")
    content = json.loads(result.stdout)
    assert (content["stream"], content["complete"]) == ("SEA", True)
    first, second = content["evaluations"]
    assert (first["model"], second["expression"]) == ("NaiveBayes", "topk(k=2)|knn")
    expected = ds.evaluate(ds.NaiveBayes(), ds.SEA(2000, seed=1), every=500)
    assert first["summary"]["accuracy"] == expected.summary()["accuracy"]
    assert first["curve"]["accuracy"] == expected.curve["accuracy"]


def test_json_of_list():
    content = json.loads(run("list", "--json").stdout)
    assert set(content) == {"streams", "models", "parts", "measures"}
    knn = next(entry for entry in content["models"] if entry["name"] == "knn")
    assert knn == {
        "name": "knn",
        "parameters": "k=10, window=1000, scale='range', weights=None, weighting='significant', alpha=0.05, min_n=50",
        "what": "The k nearest of the last `window` instances vote, each with its weight.",
    }
    assert set(json.loads(run("list", "models", "--json").stdout)) == {"models"}


def test_everything_listed_has_a_description():
    for entries in json.loads(run("list", "--json").stdout).values():
        for entry in entries:
            assert entry["what"].endswith("."), entry


def test_finished_models_are_shown_when_a_later_one_fails(monkeypatch):
    from driftsift import evaluation

    real = evaluation.evaluate

    def failing(model, *args, **options):
        if isinstance(model, ds.KNN):
            raise RuntimeError("the disk is gone")
        return real(model, *args, **options)

    monkeypatch.setattr(evaluation, "evaluate", failing)
    result = run("evaluate", SEA, "-m", "naive-bayes", "-m", "knn")
    assert result.exit_code == FAILED
    assert "NaiveBayes" in result.stdout
    assert "unexpected RuntimeError: the disk is gone (--debug shows where)" in result.stderr
    content = json.loads(run("evaluate", SEA, "-m", "naive-bayes", "-m", "knn", "--json").stdout)
    assert content["complete"] is False
    assert [entry["model"] for entry in content["evaluations"]] == ["NaiveBayes"]


def test_debug_lets_the_error_through():
    result = run("evaluate", "missing.csv", "-m", "knn", "--debug")
    assert isinstance(result.exception, FileNotFoundError)


def test_checkpoints_of_several_models():
    arguments = ["evaluate", SEA, "-m", "naive-bayes", "-m", "knn", "--checkpoint", "run.state", "--json"]
    first = json.loads(run(*arguments).stdout)["evaluations"]
    assert {name for name in os.listdir() if name.startswith("run")} == {"run.state.1", "run.state.2"}
    again = json.loads(run(*arguments).stdout)["evaluations"]
    assert [entry["curve"] for entry in again] == [entry["curve"] for entry in first]
    run("evaluate", SEA, "-m", "naive-bayes", "--checkpoint", "run.state")
    assert "run.state" in os.listdir()


def test_files_of_relevance(tmp_path):
    run(
        "relevance", SEA, "--every", "500", "--html", "page.html", "--png", "p.png", "--csv", "scores.csv", "--top", "2"
    )
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    lines = (tmp_path / "scores.csv").read_text().splitlines()
    assert lines[0].replace('"', "") == "row,feature,score,p_value,significant"
    assert len(lines) == 1 + 4 * 3


def test_json_of_relevance():
    content = json.loads(run("relevance", SEA, "--every", "500", "--json").stdout)
    found = ds.relevance_over_time(ds.SEA(2000, seed=1), every=500)
    assert content["summary"] == found.summary()
    assert content["scores"]["x0"] == found.scores[:, 0].tolist()
