"""Loan applicants (thesis-foundations.md, section 3.3)."""

from __future__ import annotations

import math

from tests.reference.generators.draws import accepted, choice, drawn, from_table, noisy, wanted_class

SALARY, COMMISSION, AGE, ELEVEL, CAR, ZIPCODE, HVALUE, HYEARS, LOAN = range(9)
RELEVANT = {
    1: {AGE},
    2: {AGE, SALARY},
    3: {AGE, ELEVEL},
    4: {AGE, ELEVEL, SALARY},
    5: {AGE, SALARY, LOAN},
    6: {AGE, SALARY, COMMISSION},
    7: {SALARY, COMMISSION, LOAN},
    8: {SALARY, COMMISSION, ELEVEL},
    9: {SALARY, COMMISSION, ELEVEL, LOAN},
    10: {SALARY, COMMISSION, ELEVEL, HVALUE, HYEARS},
}
K = 1000.0
PERTURBED_AT = 1000
YOUNG, MIDDLE, OLD = range(3)


def relevant_features(seed, function=1, **_):
    return sorted(RELEVANT[function])


def deciding(function):
    """The features a rule names, and those that hang together with them."""
    found = set(RELEVANT[function])
    for pair in ({SALARY, COMMISSION}, {ZIPCODE, HVALUE}):
        if found & pair:
            found |= pair
    return found


def applicant(u):
    salary = 20 * K + 130 * K * u[SALARY]
    zipcode = choice(u[ZIPCODE], 9)
    return [
        salary,
        0.0 if salary >= 75 * K else 10 * K + 65 * K * u[COMMISSION],
        20.0 + choice(u[AGE], 61),
        float(choice(u[ELEVEL], 5)),
        float(choice(u[CAR], 20)),
        float(zipcode),
        (9 - zipcode) * 100 * K * (0.5 + u[HVALUE]),
        1.0 + choice(u[HYEARS], 30),
        500 * K * u[LOAN],
    ]


def band(age):
    return YOUNG if age < 40 else MIDDLE if age < 60 else OLD


def within(value, thousands):
    low, high = thousands
    return low * K <= value <= high * K


EDUCATED = {YOUNG: {0, 1}, MIDDLE: {1, 2, 3}, OLD: {2, 3, 4}}
EARNING = {YOUNG: (50, 100), MIDDLE: (75, 125), OLD: (25, 75)}
EARNING_BY_ELEVEL = {  # first if the education is that of EDUCATED, else second
    YOUNG: ((25, 75), (50, 100)),
    MIDDLE: ((50, 100), (75, 125)),
    OLD: ((50, 100), (25, 75)),
}
BORROWING = {  # first if the salary is that of EARNING, else second
    YOUNG: ((100, 300), (200, 400)),
    MIDDLE: ((200, 400), (300, 500)),
    OLD: ((300, 500), (100, 300)),
}


def in_group_a(function, values):
    """Does the rule hold?"""
    salary, commission, age, elevel, _, _, hvalue, hyears, loan = values
    age_band, income = band(age), salary + commission
    educated, earning = elevel in EDUCATED[age_band], within(salary, EARNING[age_band])
    disposable = 2.0 * income / 3.0
    equity = hvalue * max(hyears - 20.0, 0.0) / 50.0
    return {
        1: lambda: age_band != MIDDLE,
        2: lambda: earning,
        3: lambda: educated,
        4: lambda: within(salary, EARNING_BY_ELEVEL[age_band][not educated]),
        5: lambda: within(loan, BORROWING[age_band][not earning]),
        6: lambda: within(income, EARNING[age_band]),
        7: lambda: disposable - loan / 5.0 - 20 * K > 0,
        8: lambda: disposable - 5 * K * elevel - 20 * K > 0,
        9: lambda: disposable - 5 * K * elevel - loan / 5.0 - 10 * K > 0,
        10: lambda: disposable - 5 * K * elevel + equity - 10 * K > 0,
    }[function]()


def perturbed(values, t, seed, fraction):
    """Every numeric value moved by up to a fraction of its span."""
    spans = {
        SALARY: (130 * K, 20 * K, 150 * K),
        COMMISSION: (65 * K, 10 * K, 75 * K),
        AGE: (60.0, 20.0, 80.0),
        HVALUE: ((9 - values[ZIPCODE]) * 100 * K, 0.0, 1350 * K),
        HYEARS: (29.0, 1.0, 30.0),
        LOAN: (500 * K, 0.0, 500 * K),
    }
    moved = list(values)
    for j, (span, low, high) in spans.items():
        if j == COMMISSION and values[j] == 0:
            continue
        u = from_table(seed, PERTURBED_AT, t, j)
        moved[j] = min(max(values[j] + fraction * span * (2 * u - 1), low), high)
        if j in (AGE, HYEARS):
            moved[j] = float(math.floor(moved[j] + 0.5))
    return moved


def row(t, seed, function=1, perturbation=0.05, balance="coin", noise=0.0, noise_mode="flip"):
    def values_at(attempt):
        return applicant(drawn(t, seed, 9, deciding(function), attempt))

    def label_of(values):
        return 0 if in_group_a(function, values) else 1

    values, label = accepted(wanted_class(t, seed, balance), values_at, label_of)
    if perturbation > 0:
        values = perturbed(values, t, seed, perturbation)
    return values, label, noisy(label, t, seed, noise, noise_mode)
