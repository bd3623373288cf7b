"""The golden sequences of the specification (thesis-foundations.md, section 7); times count from 1."""

from __future__ import annotations

ZEROS_THEN_ONES = [0] * 100 + [1] * 100
LONG_ZEROS_THEN_ONES = [0] * 1000 + [1] * 1000
RARE_THEN_HALF = [0, 0, 0, 1] * 250 + [0, 1] * 500
SHORT_RARE_THEN_HALF = [0, 0, 0, 1] * 50 + [0, 1] * 100
EVERY_TENTH_THEN_ONES = [int(t % 10 == 0) for t in range(1, 101)] + [1] * 10
ZEROS_THEN_A_ONE = [0] * 100 + [1]

# The window changes at these times to these widths.
ADWIN_CHANGES = [
    (ZEROS_THEN_ONES, {128: 56, 160: 72}, 112, 1 - 12 / 112),
    (LONG_ZEROS_THEN_ONES, {1024: 56, 1056: 72, 1088: 88}, 1000, 1.0),
    (RARE_THEN_HALF, {1120: 992, 1152: 512, 1184: 416, 1248: 416, 1568: 608}, 1040, 0.490385),
]

# First warning and first drift, None where there is none.
FIRST_LEVELS = [
    ("ECDD", EVERY_TENTH_THEN_ONES, 101, 102),
    ("ECDD", ZEROS_THEN_A_ONE, None, 101),
    ("HDDM_A", ZEROS_THEN_ONES, None, 104),
    ("HDDM_A", SHORT_RARE_THEN_HALF, 256, 278),
    ("HDDM_W", ZEROS_THEN_ONES, 112, 115),
    ("HDDM_W", SHORT_RARE_THEN_HALF, None, None),
]


def first_levels(levels):
    """Times of the first drift, and of the first warning before it."""
    drift = next((t for t, level in enumerate(levels, 1) if level == 2), None)
    warning = next((t for t, level in enumerate(levels[:drift], 1) if level == 1), None)
    return warning, drift
