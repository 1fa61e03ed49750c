#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's half of bench_forest: python3 forest.py speed|quality DATA OUT

DATA: little-endian u64 rows, features, then float64 x (rows x features), y (rows). OUT: lines "name value".
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


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def speed(x, y, out):
    forest = ExtraTreesRegressor(512, n_jobs=1, random_state=0)
    out["fit_mse_s"] = seconds(lambda: forest.fit(x, y))
    some = 2
    out["mae_trees"] = some
    out["fit_mae_s"] = seconds(lambda: ExtraTreesRegressor(some, criterion="absolute_error", n_jobs=1,
                                                           random_state=0).fit(x, y)) / some * 512
    unseen = np.random.default_rng(1).uniform(size=(4000, x.shape[1]))
    out["batch_s"] = min(seconds(lambda: forest.predict(unseen)) for _ in range(2)) / len(unseen)
    out["single_s"] = np.median([seconds(lambda: forest.predict(unseen[i:i + 1])) for i in range(30)])
    flush = np.zeros(32 << 20)
    cold = []
    for i in range(30):
        flush += 1
        cold.append(seconds(lambda: forest.predict(unseen[i:i + 1])))
    out["single_cold_s"] = np.median(cold)


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


mode, data, path = sys.argv[1:]
result = {}
{"speed": speed, "quality": quality}[mode](*load(data), result)
with open(path, "w") as f:
    for name, value in result.items():
        f.write(f"{name} {float(value)!r}\n")
