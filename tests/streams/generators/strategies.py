"""Random parameters for every generator."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.streams.generators.catalogue import BALANCES, FAR, Setting, within

SEEDS = st.integers(0, 2**64 - 1)
ANYWHERE = st.one_of(st.integers(0, 100), st.integers(0, FAR), st.integers(2**32 - 5, 2**32 + 5))
NEAR = st.integers(0, 2500)
RATES = st.sampled_from([0, 0.05, 0.5, 1]) | st.floats(0, 1)
MODES = st.sampled_from(["flip", "resample"])
MODEL_SEEDS = st.none() | SEEDS


def functions(last):
    return st.integers(1, last)


def subsets(n_features, sizes):
    """A count, or that many different indices in any order."""
    listed = st.permutations(range(n_features)).flatmap(lambda order: sizes.map(lambda k: tuple(order[:k])))
    return sizes | listed


def parameters(**strategies):
    return st.fixed_dictionaries(strategies)


def labelled(**strategies):
    return parameters(noise=RATES, noise_mode=MODES, **strategies)


def balanced(**strategies):
    return labelled(balance=st.sampled_from(BALANCES), **strategies)


def seas(n_features):
    return balanced(
        theta=st.floats(3, 17),
        n_features=st.just(n_features),
        relevant=st.none() | subsets(n_features, st.just(2)),
    )


def bits(fewest, most):
    def of_width(n_features):
        return balanced(
            n_features=st.just(n_features),
            relevant=subsets(n_features, st.integers(fewest, min(most, n_features))),
            sampling=st.sampled_from(["uniform", "author"]),
        )

    return st.integers(max(fewest, 3), 300).flatmap(of_width)


@st.composite
def trees(draw):
    n_numeric, n_nominal = draw(st.integers(0, 4)), draw(st.integers(0, 3))
    n_features = max(n_numeric + n_nominal, 3)
    shape = {"n_numeric": n_features - n_nominal, "n_nominal": n_nominal}
    options = balanced(
        relevant=subsets(n_features, st.integers(2, 3)),
        categories=st.integers(2, 6),
        n_classes=st.integers(2, 3),
        max_depth=st.integers(3, 6),
        first_leaf_level=st.integers(1, 4),
        leaf_fraction=st.sampled_from([0, 0.15, 0.4]),
        model_seed=MODEL_SEEDS,
    )
    return {**shape, **draw(options)}


def planes(drifting):
    return st.integers(1, 12).flatmap(
        lambda d: labelled(
            n_features=st.just(d),
            n_drifting=st.integers(1, d) if drifting else st.just(0),
            speed=st.floats(-1, 1),
            turning=RATES,
            model_seed=MODEL_SEEDS,
        )
    )


@st.composite
def displays(draw):
    irrelevant = draw(st.integers(0, 140))
    exchanged = draw(st.integers(0, min(7, irrelevant)))
    return {"irrelevant": irrelevant, "exchanged": exchanged, **draw(parameters(noise=RATES, model_seed=MODEL_SEEDS))}


def clouds(drifting):
    return st.integers(1, 20).flatmap(
        lambda k: labelled(
            n_features=st.integers(1, 8),
            n_classes=st.integers(2, 6),
            n_centroids=st.just(k),
            n_drifting=st.integers(1, k) if drifting else st.just(0),
            speed=st.floats(-0.5, 0.5),
            model_seed=MODEL_SEEDS,
        )
    )


def of(generator, options, starts=ANYWHERE, **more):
    """A setting, and where its rows begin."""
    return st.tuples(options.map(lambda chosen: Setting(generator, chosen, **more)), starts)


ALL = {
    "SEA": of("SEA", st.integers(2, 9).flatmap(seas)),
    "Agrawal": of("Agrawal", balanced(function=functions(9), perturbation=RATES)),
    "AssetNegotiation": of(
        "AssetNegotiation",
        balanced(function=functions(5), scheme=st.sampled_from(["force", "exact"]), class_ratio=RATES),
    ),
    "BG1": of("BG1", bits(1, 12)),
    "BG2": of("BG2", bits(3, 3)),
    "BG3": of("BG3", bits(3, 3)),
    "RandomTree": of("RandomTree", trees()),
    "Sine": of("Sine", balanced(function=functions(4), irrelevant=st.integers(0, 5))),
    "STAGGER": of("STAGGER", balanced(function=functions(3))),
    "Mixed": of("Mixed", balanced(function=functions(2))),
    "Hyperplane": of("Hyperplane", planes(drifting=False)),
    "Hyperplane that drifts": of("Hyperplane", planes(drifting=True), starts=NEAR),
    "LED": of("LED", displays()),
    "Waveform": of("Waveform", labelled(irrelevant=st.integers(0, 30)), tolerance=within(1e-12)),
    "RandomRBF": of("RandomRBF", clouds(drifting=False), tolerance=within(1e-12)),
    "RandomRBF that drifts": of(
        "RandomRBF", clouds(drifting=True), st.integers(0, 10**6), tolerance=within(1e-12, per_row=1e-15)
    ),
    "Tweets": of("Tweets", labelled(n_words=st.integers(60, 800), model_seed=MODEL_SEEDS)),
}
