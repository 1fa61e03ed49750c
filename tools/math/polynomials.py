#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""polynomials.py [NAME...]: the polynomials of src/forewarp/frontend/source/cuda/detail/math, each with its largest error relative
to the function it is part of, as log2. Coefficients are printed lowest power first."""
import sys

from minimax import *
from mpmath import *

tiny = mpf(10) ** -10
quarter = pi / 4 * mpf("1.0001")


def odd(f, s):
    """f(x) = x + x s p(s), s = x^2: this is p; its Taylor series where the difference would cancel."""
    x = sqrt(s)
    return (f(x) / x - 1) / s


FITS = {}


def fit(name, f, count, a, b, weight=lambda s: mpf(1), single=True):
    FITS[name] = (f, count, a, b, weight, to_f32 if single else to_f64)


def both(name, f, counts, a, b, weight=lambda s: mpf(1)):
    fit(name + "f", f, counts[0], a, b, weight)
    fit(name, f, counts[1], a, b, weight, single=False)


# p in name(x) = x + x s p(s), relative to name(x); s from 0 to the square of the range's end.
for name, f, counts, end in [
    ("sin", sin, (3, 6), quarter),
    ("tan", tan, (6, 14), quarter),
    ("sinh", sinh, (4, 8), mpf(1)),
    ("tanh", tanh, (4, 11), mpf("0.56")),
    ("atan", atan, (8, 19), mpf("1.0001")),
]:
    both(name, lambda s, f=f: odd(f, s), counts, tiny, end**2, lambda s, f=f: s * sqrt(s) / f(sqrt(s)))
# cos(x) = 1 + s p(s)
both("cos", lambda s: (cos(sqrt(s)) - 1) / s, (4, 7), tiny, quarter**2, lambda s: s)
# log(1 + f) = f + f^2 p(f)
fit("log1pf", lambda f: (log1p(f) - f) / f**2, 9, mpf("-0.3334"), mpf("0.33335"), lambda f: f**2 / log1p(f))
# the same for log1p itself, from 3/4 to 3/2
fit("log1p_ownf", lambda f: (log1p(f) - f) / f**2, 9, mpf("-0.2501"), mpf("0.5001"), lambda f: f**2 / log1p(f))
# log((1 + q) / (1 - q)) = u + u s p(s) with u = 2 q, s = u^2; powf has it times log2 e
logq = lambda s: (2 * atanh(sqrt(s) / 2) / sqrt(s) - 1) / s
fit("log_quotientf", logq, 4, tiny, mpf("0.3432") ** 2, lambda s: s)
# what is left of it beyond u s / 12, for pow
fit("log_rest", lambda s: (logq(s) - mpf(1) / 12) / s if s > mpf(10) ** -9 else mpf(1) / 80 + s / 448, 7, tiny, mpf("0.3432") ** 2, lambda s: s**2, single=False)
# exp(f) = 1 + f + f^2 p(f)
fit("exp", lambda f: (exp(f) - 1 - f) / f**2, 10, -log(2) / 2, log(2) / 2 * mpf("1.00001"), lambda f: abs(f), single=False)
fit("expm1", lambda f: (expm1(f) - f) / f**2, 12, mpf("-0.4502"), mpf("0.4502"), lambda f: f**2 / expm1(f), single=False)

# erf: x + x p(x^2) below 1; 1 - 2^(t p(t)) from 1 to 4 for float (there erf(t) = 1 rounded)
fit("erff", lambda s: erf(sqrt(s)) / sqrt(s) - 1, 7, tiny, mpf("1.0002"), lambda s: sqrt(s) / erf(sqrt(s)))
fit("erf_tailf", lambda t: log(erfc(t), 2) / t, 7, mpf("0.9999"), mpf(4), lambda t: t * erfc(t) * log(2))
# erfc(a) = e^(-a^2) p(q) / (1 + 2 a), q = (a - K) / (a + K) (Shepherd and Laframboise, 1981); K = 2 for float, 4 for double
def erfc_scaled(q, k, last=mpf(1)):
    a = k * (1 + q) / (1 - q)
    return (1 + 2 * a) * exp(a * a) * erfc(a)
fit("erfcf", lambda q: erfc_scaled(q, 2), 11, mpf(-1), (mpf("10.1") - 2) / (mpf("10.1") + 2), lambda q: 1 / erfc_scaled(q, 2))
# lgamma(1 + t) = t p(t); lgamma(2 + t) = t p(t); the rest of Stirling's series is r p(r^2), r = 1/x, from 3 on
fit("lgamma_onef", lambda t: loggamma(1 + t).real / t, 13, mpf("-0.5001"), mpf("0.5001"), lambda t: t / loggamma(1 + t).real)
fit("lgamma_twof", lambda t: loggamma(2 + t).real / t, 10, mpf("-0.5001"), mpf("1.0001"), lambda t: t / loggamma(2 + t).real)
def stirling(s):
    x = 1 / sqrt(s)
    return (loggamma(x).real - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2) * x
fit("stirlingf", stirling, 4, mpf(10) ** -5, mpf("0.1112"))

fit("exp2", lambda f: (mpf(2)**f - 1 - f * log(2)) / f**2, 10, mpf(-0.5), mpf("0.50001"), lambda f: abs(f), single=False)
# double: erfc as above; erf below 1
fit("erf", lambda s: erf(sqrt(s)) / sqrt(s) - 1, 13, tiny, mpf("1.0002"), lambda s: sqrt(s) / erf(sqrt(s)), single=False)
fit("erfc", lambda q: erfc_scaled(q, 4), 23, mpf(-1), (mpf("27.3") - 4) / (mpf("27.3") + 4), lambda q: 1 / erfc_scaled(q, 4), single=False)
fit("lgamma_two", lambda t: loggamma(2 + t).real / t, 21, mpf("-0.5001"), mpf("1.0001"), lambda t: t / loggamma(2 + t).real, single=False)
fit("stirling", stirling, 10, mpf(10) ** -6, mpf("0.1112"), single=False)
fit("log_tail", lambda s: (2 * atanh(sqrt(s) / 2) / sqrt(s) - 1) / s, 8, tiny, mpf("0.4001") ** 2, lambda s: s, single=False)

# inverse error functions. erfinv(x) = x p(w), w = -log(1 - x^2); erfcinv(c) = p(v) / v, v = 1 / sqrt(-log c)
def erfcinv(c):
    x = sqrt(-log(c))
    for _ in range(60):
        step = log(erfc(x) / c) * erfc(x) * exp(x * x) * sqrt(pi) / 2
        x += step
        if abs(step) < mpf(10) ** -50:
            break
    return x
def erfinv_by_log(w):
    x = sqrt(-expm1(-w))
    return erfcinv(1 - x) / x if x > mpf("0.5") else erfinv(x) / x
def erfcinv_by_log(v):
    return erfcinv(exp(-1 / v**2)) * v
fit("erfinvf", erfinv_by_log, 10, tiny, mpf("5.72"), lambda w: 1 / erfinv_by_log(w))
fit("erfcinv_tailf", erfcinv_by_log, 9, mpf("0.0975"), mpf("0.4225"), lambda v: 1 / erfcinv_by_log(v))
# what Halley's method begins with
fit("erfinv_start", lambda s: erfinv(sqrt(s)) / sqrt(s), 6, tiny, mpf("0.2501"), lambda s: sqrt(s) / erfinv(sqrt(s)), single=False)
fit("erfcinv_start", erfcinv_by_log, 8, mpf("0.037"), mpf("1.21"), lambda v: 1 / erfcinv_by_log(v), single=False)

# 1 / gamma(1 + t) = p(t); gamma(x) = sqrt(2 pi) x^(x - 1/2) e^-x p(1 / x) from 3 on (float), 16 on (double)
fit("gamma_onef", lambda t: 1 / gamma(1 + t), 11, mpf("-0.5001"), mpf("0.5001"), lambda t: gamma(1 + t))
fit("gamma_largef", lambda r: gamma(1 / r) / (sqrt(2 * pi) * exp((1 / r - mpf(1) / 2) * log(1 / r) - 1 / r)), 6, mpf("0.005"), mpf("0.33334"))
fit("gamma_large", lambda r: gamma(1 / r) / (sqrt(2 * pi) * exp((1 / r - mpf(1) / 2) * log(1 / r) - 1 / r)), 9, mpf("0.005"), mpf("0.0626"), single=False)
# sin(pi t) = pi t + t s p(s), s = t^2 up to 1/4
fit("sinpif", lambda s: (sin(pi * sqrt(s)) / sqrt(s) - pi) / s, 4, tiny, mpf("0.2501"), lambda s: s * sqrt(s) / sin(pi * sqrt(s)))

# the same up to 1/4, and cos(pi t) = 1 + s p(s)
fit("sinpi_ownf", lambda s: (sin(pi * sqrt(s)) / sqrt(s) - pi) / s, 4, tiny, mpf("0.0626"), lambda s: s * sqrt(s) / sin(pi * sqrt(s)))
fit("cospi_ownf", lambda s: (cos(pi * sqrt(s)) - 1) / s, 4, tiny, mpf("0.0626"), lambda s: s)

# Entire functions whose Taylor series falls so fast that nothing is gained by a fit.
SERIES = {"gamma_one": (rgamma, 1, 20)}

if __name__ == "__main__":
    for name in sys.argv[1:] or [*FITS, *SERIES]:
        if name in SERIES:
            f, at, count = SERIES[name]
            print(f"{name}: series: " + ", ".join("%.17g" % float(k) for k in taylor(f, at, count - 1)), flush=True)
            continue
        f, count, a, b, weight, rounding = FITS[name]
        lo = a if a != 0 else tiny
        g = lambda x: f(x) if abs(x) > mpf(10) ** -15 else f(mpf(10) ** -15)
        w = lambda x: max(abs(weight(x if abs(x) > mpf(10) ** -15 else mpf(10) ** -15)), mpf(10) ** -5)  # a weight of 0 would let the system grow singular
        c, worst = minimax(g, list(range(count)), lo, b, w, rounding)
        digits = 9 if rounding is to_f32 else 17
        print(f"{name}: 2^{float(log(worst, 2)):.1f}: " + ", ".join("%.*g" % (digits, float(k)) + ("f" if digits == 9 else "") for k in c), flush=True)
