"""Agrawal: loan applicants, judged by one of ten rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data.randomness import Purpose, uniforms
from driftsift.streams.checks import checked_function, checked_rate
from driftsift.streams.generators.columns import Columns, Values, choice, number, whole
from driftsift.streams.generators.ruled import Labels, Ruled, Table

__all__ = ["Agrawal"]

SALARY, COMMISSION, AGE, ELEVEL, CAR, ZIPCODE, HVALUE, HYEARS, LOAN = range(9)

COLUMNS = (
    number("salary", 20_000, 150_000),
    number("commission", 10_000, 75_000),
    whole("age", 20, 80),
    choice("elevel", "01234"),
    choice("car", map(str, range(1, 21))),
    choice("zipcode", map(str, range(9))),
    number("hvalue", 0.5, 1.5),
    whole("hyears", 1, 30),
    number("loan", 0, 500_000),
)
NO_COMMISSION_FROM = 75_000.0
ZONE_VALUE = 100_000.0
RANGES = {COMMISSION: (0.0, 75_000.0), HVALUE: (50_000.0, 1_350_000.0)}

# For each rule the features it names.
RELEVANT = (
    (AGE,),
    (SALARY, AGE),
    (AGE, ELEVEL),
    (SALARY, AGE, ELEVEL),
    (SALARY, AGE, LOAN),
    (SALARY, COMMISSION, AGE),
    (SALARY, COMMISSION, LOAN),
    (SALARY, COMMISSION, ELEVEL),
    (SALARY, COMMISSION, ELEVEL, LOAN),
    (SALARY, COMMISSION, ELEVEL, HVALUE, HYEARS),
)
TIED = ({SALARY, COMMISSION}, {ZIPCODE, HVALUE})

PERTURBATION_UNIT = 1000

Bools = NDArray[np.bool_]
Bounds = tuple[float, float]


class Agrawal(Ruled):
    """Loan applicants with six numeric and three nominal features; one of ten rules puts them into group A or B.

    Changing the rule changes which features matter.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    function : int
        Number of the rule, from 1 to 10.
    perturbation : float
        After the label is known every numeric value is moved by up to this part of the length of its range.
    balance : {"coin", "alternate", "none"}
        The group of an instance is a fair coin, or alternates B, A, B, A, ..., or follows from features drawn
        freely.
    noise : float
        Probability that a label is hit by noise; the perturbation is a noise of its own.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    seed : int
        Seed of all draws.

    Notes
    -----
    The rules, with k = 1000, income = salary + commission, and Y for an age below 40, M for 40 to 59, O from 60
    on; group A iff

    ====  ============================================================================================
    rule  condition
    ====  ============================================================================================
    1     Y or O
    2     salary within 50k-100k (Y), 75k-125k (M), 25k-75k (O)
    3     elevel 0-1 (Y), 1-3 (M), 2-4 (O)
    4     salary: Y and elevel 0-1: 25k-75k, else 50k-100k; M and elevel 1-3: 50k-100k, else
          75k-125k; O and elevel 2-4: 50k-100k, else 25k-75k
    5     loan: Y and salary 50k-100k: 100k-300k, else 200k-400k; M and salary 75k-125k: 200k-400k,
          else 300k-500k; O and salary 25k-75k: 300k-500k, else 100k-300k
    6     rule 2 with the income in place of the salary
    7     2/3 income - loan / 5 - 20k > 0
    8     2/3 income - 5k elevel - 20k > 0
    9     2/3 income - 5k elevel - loan / 5 - 10k > 0
    10    2/3 income - 5k elevel + hvalue max(hyears - 20, 0) / 50 - 10k > 0
    ====  ============================================================================================

    The features that a rule names are relevant. Commission depends on salary (it is 0 from a salary of 75,000
    on) and hvalue on zipcode, and each is drawn again together with the other.

    Row t draws, with `Purpose.STREAM`, as in `SEA`, and unit 1000 + j//2, word j % 2, for the perturbation of
    feature j.

    References: R. Agrawal, T. Imielinski, A. Swami, *Database mining: a performance perspective*, IEEE TKDE
    1993.

    Examples
    --------
    >>> stream = Agrawal(1000, function=3, perturbation=0, seed=1)
    >>> [stream.schema.names[i] for i in sorted(stream.relevant[0])]
    ['age', 'elevel']
    >>> young = stream.take(1000)
    >>> young.X.shape, stream.schema.classes
    ((1000, 9), ('A', 'B'))
    """

    def __init__(
        self,
        n: int | None,
        function: int = 1,
        perturbation: float = 0.05,
        balance: str = "coin",
        noise: float = 0.0,
        noise_mode: str = "flip",
        seed: int = 0,
    ) -> None:
        self.function = checked_function(function, len(RULES))
        self.perturbation = checked_rate("perturbation", perturbation)
        relevant = RELEVANT[function - 1]
        deciding = set(relevant).union(*(pair for pair in TIED if pair & set(relevant)))
        super().__init__(n, COLUMNS, ("A", "B"), relevant, noise, noise_mode, balance, seed, deciding, RANGES)

    def _values(self, table: Table, columns: Columns) -> Values:
        x = super()._values(table, columns)
        if COMMISSION in columns.features:
            x[COMMISSION][x[SALARY] >= NO_COMMISSION_FROM] = 0.0
        if HVALUE in columns.features:
            x[HVALUE][:] *= (9 - x[ZIPCODE]) * ZONE_VALUE
        return x

    def _classes(self, x: Values) -> Any:
        return ~RULES[self.function - 1](x)

    def _rows(self, start: int, n: int) -> tuple[Table, Labels]:
        X, labels = super()._rows(start, n)
        if self.perturbation:
            self._perturb(X, start)
        return X, labels

    def _perturb(self, X: Table, start: int) -> None:
        zone = (9 - X[:, ZIPCODE]) * ZONE_VALUE
        paid = X[:, COMMISSION] > 0
        self._move(X, SALARY, start, 130_000.0, (20_000, 150_000))
        unpaid = np.where(paid, 0.0, X[:, COMMISSION])
        self._move(X, COMMISSION, start, 65_000.0, (10_000, 75_000))
        X[:, COMMISSION] = np.where(paid, X[:, COMMISSION], unpaid)
        self._move(X, AGE, start, 60.0, (20, 80))
        self._move(X, HVALUE, start, zone, (0, 1_350_000))
        self._move(X, HYEARS, start, 29.0, (1, 30))
        self._move(X, LOAN, start, 500_000.0, (0, 500_000))
        for feature in (AGE, HYEARS):
            X[:, feature] = np.floor(X[:, feature] + 0.5)

    def _move(self, X: Table, feature: int, start: int, span: float | Table, bounds: Bounds) -> None:
        drawn = uniforms(self.seed, Purpose.STREAM, PERTURBATION_UNIT + feature // 2, start, len(X))[feature % 2]
        X[:, feature] = np.clip(X[:, feature] + self.perturbation * span * (2 * drawn - 1), *bounds)


def _within(value: Table, thousands: tuple[int, int]) -> Bools:
    low, high = thousands
    return (value >= 1000 * low) & (value <= 1000 * high)


def _by_age(x: Values, young: Bools, middle: Bools, old: Bools) -> Bools:
    age = x[AGE]
    return np.where(age < 40, young, np.where(age < 60, middle, old))


def _young_or_old(x: Values) -> Bools:
    return (x[AGE] < 40) | (x[AGE] >= 60)


def _salary_of_age(x: Values) -> Bools:
    return _pay_of_age(x, x[SALARY])


def _income_of_age(x: Values) -> Bools:
    return _pay_of_age(x, x[SALARY] + x[COMMISSION])


def _pay_of_age(x: Values, pay: Table) -> Bools:
    return _by_age(x, _within(pay, (50, 100)), _within(pay, (75, 125)), _within(pay, (25, 75)))


def _education_of_age(x: Values) -> Bools:
    level = x[ELEVEL]
    return _by_age(x, level <= 1, (level >= 1) & (level <= 3), level >= 2)


def _salary_of_education(x: Values) -> Bools:
    level, low, middle, high = x[ELEVEL], *(_within(x[SALARY], span) for span in ((25, 75), (50, 100), (75, 125)))
    return _by_age(
        x,
        np.where(level <= 1, low, middle),
        np.where((level >= 1) & (level <= 3), middle, high),
        np.where(level >= 2, middle, low),
    )


def _loan_of_salary(x: Values) -> Bools:
    small, middle, large = (_within(x[LOAN], span) for span in ((100, 300), (200, 400), (300, 500)))
    return _by_age(
        x,
        np.where(_within(x[SALARY], (50, 100)), small, middle),
        np.where(_within(x[SALARY], (75, 125)), middle, large),
        np.where(_within(x[SALARY], (25, 75)), large, small),
    )


def _two_thirds_of_income(x: Values) -> Table:
    return 2.0 * (x[SALARY] + x[COMMISSION]) / 3.0


def _means_for_loan(x: Values) -> Bools:
    return _two_thirds_of_income(x) - x[LOAN] / 5.0 - 20_000 > 0


def _means_for_education(x: Values) -> Bools:
    return _two_thirds_of_income(x) - 5_000 * x[ELEVEL] - 20_000 > 0


def _means_for_both(x: Values) -> Bools:
    return _two_thirds_of_income(x) - 5_000 * x[ELEVEL] - x[LOAN] / 5.0 - 10_000 > 0


def _means_with_house(x: Values) -> Bools:
    equity = x[HVALUE] * np.maximum(x[HYEARS] - 20, 0) / 50.0
    return _two_thirds_of_income(x) - 5_000 * x[ELEVEL] + equity - 10_000 > 0


RULES: tuple[Callable[[Values], Bools], ...] = (
    _young_or_old,
    _salary_of_age,
    _education_of_age,
    _salary_of_education,
    _loan_of_salary,
    _income_of_age,
    _means_for_loan,
    _means_for_education,
    _means_for_both,
    _means_with_house,
)
