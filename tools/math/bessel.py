#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""bessel.py [NAME...]: the polynomials of detail/math/bessel_f32.h and bessel_f64.h, by interpolation at Chebyshev's points
(the functions are entire or nearly so, and a minimax fit would gain less than a bit). Each line has the largest relative
error on a grid as log2, then the coefficients, highest power first, in the variable that the interval is mapped to:
t = (s - middle) / half."""
import struct
import sys

from mpmath import *

mp.dps = 45
z = lambda f, n: besseljzero(f, n)
J0 = [besseljzero(0, 1), besseljzero(0, 2)]
J1 = [besseljzero(1, 1), besseljzero(1, 2)]
Y0 = [besselyzero(0, n) for n in (1, 2, 3)]
Y1 = [besselyzero(1, n) for n in (1, 2)]


def even(order, zeros):
    """J(x) / (x^order product of (x^2 - zero^2)) as a function of s = x^2. The third and fourth zero, which lie beyond, only
    make the quotient flat."""

    far = [mpf(float(besseljzero(order, n) ** 2)) for n in (3, 4)]

    def f(s):
        x = sqrt(s) if s > 0 else mpf(10) ** -20
        value = besselj(order, x) / x**order
        for square in far:
            value /= s - square
        for zero in zeros:
            value /= x * x - zero * zero
        return value

    return f


def second(order, zero):
    """(Y(x) - 2 / pi log(x / zero) J(x)) x^order / (x^2 - zero^2) as a function of s = x^2."""

    def f(s):
        x = sqrt(s) if s > mpf(10) ** -16 else mpf(10) ** -8
        if abs(x - zero) < mpf(10) ** -12:
            x = zero + mpf(10) ** -12
        rest = bessely(order, x) - 2 / pi * log(x / zero) * besselj(order, x)
        return rest * x**order / ((x - zero) * (x + zero))

    return f


def hankel(order, which):
    """P, and Q x, of Hankel's expansion as functions of t = (8 / x)^2."""

    def f(t):
        x = 8 / sqrt(t) if t > mpf(10) ** -7 else 8 / sqrt(mpf(10) ** -7)
        chi = x - pi / 4 - order * pi / 2
        scale = sqrt(pi * x / 2)
        j, y = besselj(order, x) * scale, bessely(order, x) * scale
        return j * cos(chi) + y * sin(chi) if which == "p" else (y * cos(chi) - j * sin(chi)) * x

    return f


def above(order):
    """I(x) sqrt(x) / e^x as a function of r = 1 / x; asymptotic near 0, where a series in r has few terms."""

    def f(r):
        if r > mpf(1) / 400:
            return besseli(order, 1 / r) * exp(-1 / r) / sqrt(r)
        total = term = mpf(1)
        for k in range(1, 30):
            term *= -(4 * mpf(order) ** 2 - (2 * k - 1) ** 2) * r / (8 * k)
            total += term
        return total / sqrt(2 * pi)

    return f


FITS = {
    "j0": (even(0, J0), 64, 11, 19),
    "j1": (even(1, J1), 64, 11, 19),
    "p0": (hankel(0, "p"), 1, 4, 10),
    "q0": (hankel(0, "q"), 1, 4, 10),
    "p1": (hankel(1, "p"), 1, 4, 10),
    "q1": (hankel(1, "q"), 1, 4, 10),
    "y0_1": (second(0, Y0[0]), (0, 9), 8, 13),
    "y0_2": (second(0, Y0[1]), (9, mpf("30.25")), 8, 15),
    "y0_3": (second(0, Y0[2]), (mpf("30.25"), 64), 8, 15),
    "y1_1": (second(1, Y1[0]), (0, 16), 8, 15),
    "y1_2": (second(1, Y1[1]), (16, 64), 10, 17),
    "i0_above": (above(0), 1 / sqrt(mpf(60)), 8, 22),
    "i1_above": (above(1), 1 / sqrt(mpf(60)), 8, 22),
}


def ends(where):
    return (mpf(where[0]), mpf(where[1])) if isinstance(where, tuple) else (mpf(0), mpf(where))


def interpolated(f, a, b, count):
    """Coefficients in t on [-1, 1], lowest first, from the values at the zeros of T_count."""
    points = [cos(pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    values = [f((a + b) / 2 + (b - a) / 2 * t) for t in points]
    total = [mpf(0)] * count
    before, now = [mpf(1)], [mpf(0), mpf(1)]
    for k in range(count):
        c = 2 / mpf(count) * sum(v * cos(k * pi * (2 * i + 1) / (2 * count)) for i, v in enumerate(values))
        shape = before if k == 0 else now
        for i, w in enumerate(shape):
            total[i] += (c / 2 if k == 0 else c) * w
        if k > 0:
            after = [mpf(0)] + [2 * w for w in now]
            for i, w in enumerate(before):
                after[i] -= w
            before, now = now, after
    return total


def rounded(c, single):
    return mpf(struct.unpack("f", struct.pack("f", float(c)))[0]) if single else mpf(float(c))


def line(name, single):
    f, where, floats, doubles = FITS[name]
    a, b = ends(where)
    c = [rounded(k, single) for k in interpolated(f, a, b, floats if single else doubles)]
    grid = [mpf(i) / 40 - 1 + mpf("0.001") for i in range(80)]
    worst = max(abs(polyval(c[::-1], t) / f((a + b) / 2 + (b - a) / 2 * t) - 1) for t in grid)
    text = ", ".join(("%.9gf" if single else "%.17g") % float(k) for k in c[::-1])
    return f"{name}{'f' if single else ''}: 2^{float(log(worst, 2)):.1f}: {text}"


if __name__ == "__main__":
    # I0 and I1 up to x^2 = 60 are their series in s = x^2 / 4, whose terms have one sign.
    for order in (0, 1):
        c = [1 / (factorial(k) * factorial(k + order)) for k in range(23)]
        print(f"i{order}_series: " + ", ".join("%.17g" % float(k) for k in c[::-1]))
        print(f"i{order}_seriesf: " + ", ".join("%.9gf" % float(k) for k in c[15::-1]))
    for name in sys.argv[1:] or FITS:
        print(line(name, True), flush=True)
        print(line(name, False), flush=True)
    for order in (0, 1):
        print(f"far J{order}", *["%.17g" % float(besseljzero(order, n) ** 2) for n in (3, 4)])
    for name, zeros in [("J0", J0), ("J1", J1), ("Y0", Y0), ("Y1", Y1)]:
        for value in zeros:
            high, f_high = float(value), rounded(value, True)
            print(name, "%.17g" % high, "%.17g" % float(value - mpf(high)), "%.9gf" % float(f_high), "%.9gf" % float(value - f_high))
