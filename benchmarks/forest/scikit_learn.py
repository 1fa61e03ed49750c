#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's half of bench_forest: python3 scikit_learn.py speed|quality DATA OUT [UNSEEN TREES]

DATA, UNSEEN: little-endian u64 rows, features, then float64 x (rows x features), y (rows). TREES: how many are fitted by
absolute error. OUT: lines "name value"; the times of treelite's GTIL where treelite is installed. Fits and batches are
in processor time, single predictions in wall time.
"""
import sys
import time

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor


def load(path):
    raw = open(path, "rb").read()
    rows, features = np.frombuffer(raw, np.uint64, 2).astype(int)
    values = np.frombuffer(raw, np.float64, offset=16)
    return values[:rows * features].reshape(rows, features), values[rows * features:]


def seconds(call, clock=time.process_time):
    start = clock()
    call()
    return clock() - start


def latency(predict, rows, calls, before=lambda: None):
    times = []
    for i in range(calls):
        before()
        times.append(seconds(lambda: predict(rows[i:i + 1]), time.perf_counter))
    return np.median(times)


def gtil(forest, rows, out):
    try:
        import treelite
    except ImportError:
        return
    model = treelite.sklearn.import_model(forest)
    assert np.allclose(treelite.gtil.predict(model, rows[:100], nthread=1).ravel(), forest.predict(rows[:100]))
    out["gtil_single_s"] = latency(lambda row: treelite.gtil.predict(model, row, nthread=1), rows, 500)


def speed(x, y, out, unseen, some):
    rows, truth = load(unseen)
    some = int(some)
    forest = ExtraTreesRegressor(512, n_jobs=1, random_state=0)
    out["fit_mse_s"] = min(seconds(lambda: forest.fit(x, y)) for _ in range(3))
    absolute = ExtraTreesRegressor(some, criterion="absolute_error", n_jobs=1, random_state=0)
    out["fit_mae_s"] = seconds(lambda: absolute.fit(x, y))
    out["batch_s"] = min(seconds(lambda: forest.predict(rows)) for _ in range(3)) / len(rows)
    out["single_s"] = latency(forest.predict, rows, 50)
    flush = np.zeros(32 << 20)

    def empty_caches():
        flush[:] += 1
    out["single_cold_s"] = latency(forest.predict, rows, 30, empty_caches)
    out["r2"] = forest.score(rows, truth)
    out["mae"] = np.mean(np.abs(absolute.predict(rows) - truth))
    gtil(forest, rows, out)


def quality(x, y, out):
    scores = []
    for seed in range(30):
        folds = []
        for k in range(5):  # the same folds as ours
            test = np.arange(len(y)) % 5 == k
            model = ExtraTreesRegressor(50, n_jobs=1, random_state=seed * 5 + k).fit(x[~test], y[~test])
            error = model.predict(x[test]) - y[test]
            folds.append(np.sqrt(np.mean(error ** 2)))
        scores.append(np.mean(folds))
    out["rmse_mean"] = np.mean(scores)
    out["rmse_sd"] = np.std(scores, ddof=1)


mode, data, path, *more = sys.argv[1:]
result = {}
{"speed": speed, "quality": quality}[mode](*load(data), result, *more)
with open(path, "w") as f:
    for name, value in result.items():
        f.write(f"{name} {float(value)!r}\n")
