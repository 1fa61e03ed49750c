#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Coefficients of the polynomials in src/forewarp/frontend/source/cuda/detail/math: minimax fits by Remez' exchange.

    minimax(f, powers, a, b, weight) finds c that minimise the largest |weight(x) (f(x) - sum c[k] x^powers[k])| on [a, b]:
    solve for c and the level E so that the error alternates +E, -E, ... at len(powers) + 1 points; move the points to the
    extrema of the error; repeat. The coefficients are then rounded to the format: one by one, lowest power first, the others
    fitted again each time, so that the roundings do not add up.

Needs mpmath. polynomials.py lists the fits and prints them as C tables."""
from mpmath import mp, mpf, matrix, lu_solve, cos, pi
import struct

mp.dps = 60


def to_f32(x):
    """The nearest float, ties not considered: no coefficient is one."""
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def to_f64(x):
    return mpf(float(x))


def error(f, powers, c, weight, x):
    return weight(x) * (f(x) - sum(k * x**p for k, p in zip(c, powers)))


def extrema(e, a, b, count):
    """The alternating extrema of e on a grid that is dense at the ends, refined by a parabola's three steps."""
    grid = [a + (b - a) * (1 - cos(pi * i / (24 * count))) / 2 for i in range(24 * count + 1)]
    values = [e(x) for x in grid]
    best = []
    for i, v in enumerate(values):
        left, right = values[max(i - 1, 0)], values[min(i + 1, len(values) - 1)]
        if (v >= left and v >= right and v > 0) or (v <= left and v <= right and v < 0):
            if best and (values[best[-1]] > 0) == (v > 0):
                if abs(v) > abs(values[best[-1]]):
                    best[-1] = i
            else:
                best.append(i)
    while len(best) > count:
        best.pop(0 if abs(values[best[0]]) < abs(values[best[-1]]) else -1)
    return [grid[i] for i in best], max(abs(v) for v in values)


def remez(f, powers, a, b, weight, rounds=12):
    n = len(powers)
    points = [a + (b - a) * (1 - cos(pi * (2 * i + 1) / (2 * n + 2))) / 2 for i in range(n + 1)]
    best = None
    for _ in range(rounds):
        system, right = matrix(n + 1, n + 1), matrix(n + 1, 1)
        for i, x in enumerate(points):
            for j, p in enumerate(powers):
                system[i, j] = x**p
            system[i, n] = (-1) ** i / weight(x)
            right[i] = f(x)
        solution = lu_solve(system, right)
        c = [solution[j] for j in range(n)]
        points_new, worst = extrema(lambda x: error(f, powers, c, weight, x), a, b, n + 1)
        if best is None or worst < best[1]:
            best = (c, worst)
        if len(points_new) < n + 1 or worst < abs(solution[n]) * mpf("1.001"):
            break
        points = points_new
    return best


def minimax(f, powers, a, b, weight=lambda x: mpf(1), rounding=to_f64):
    """(coefficients rounded to the format, largest weighted error). Both ways of rounding are tried: one by one, and all at
    once, which is the better where 0 lies inside [a, b] (x, x^2, ... alone are no Chebyshev system there)."""
    a, b = mpf(a), mpf(b)
    cache = {}

    def g(x):
        if x not in cache:
            cache[x] = f(x)
        return cache[x]

    def of(c):
        return c, extrema(lambda x: error(g, powers, c, weight, x), a, b, len(powers) + 1)[1]

    results = [of([rounding(k) for k in remez(g, powers, a, b, weight)[0]])]
    if a >= 0 or rounding is to_f32:
        fixed, left = [], list(powers)
        while left:
            rest = lambda x: g(x) - sum(k * x**p for p, k in fixed)
            c, _ = remez(rest, left, a, b, weight)
            fixed.append((left.pop(0), rounding(c[0])))
        results.append(of([k for _, k in fixed]))
    return min(results, key=lambda r: r[1])
