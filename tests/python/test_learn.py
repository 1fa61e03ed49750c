# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
import pickle

import forewarp as fw
import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("sklearn")

from forewarp.learn import Classifier, Regressor, learners  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402


@parametrize_with_checks([Regressor(settings={"trees": 32}), Classifier(settings={"trees": 32})])
def test_the_protocol_of_scikit_learn(estimator, check):
    check(estimator)


def data(rows=300, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(1, 10, (rows, 3))
    return X, 1e-6 * X[:, 0] ** 2 * X[:, 1] * np.exp(rng.normal(0, 0.05, rows))


def test_a_range_holds_as_many_new_rows_as_its_level_says():
    X, y = data(400)
    model = Regressor(level=0.9, recipe="usual", settings={"trees": 64}).fit(X[:300], y[:300])
    low, high = model.predict_range(X[300:])
    assert 0.8 <= np.mean((low <= y[300:]) & (y[300:] <= high)) <= 1
    assert np.all(low <= model.predict(X[300:])) and np.all(model.predict(X[300:]) <= high)


def test_targets_below_zero_have_offsets():
    X, y = data(100)
    low, high = Regressor(level=0.8, settings={"trees": 32}).fit(X, y - y.mean()).predict_range(X)
    assert np.ptp(high - low) < 1e-9 * np.max(np.abs(high))


def test_a_quantile_forest_has_its_own():
    X, y = data(200)
    low, high = Regressor("quantile_forest", level=0.8).fit(X, y).predict_range(X)
    assert np.ptp(high - low) > 0


def test_it_works_in_searches_and_pickles():
    X, y = data(120)
    search = GridSearchCV(Regressor(), {"settings": [{"trees": 16}, {"trees": 64}]}, cv=3).fit(X, y)
    copy = pickle.loads(pickle.dumps(search.best_estimator_))
    assert np.array_equal(copy.predict(X), search.predict(X))
    assert np.mean(cross_val_score(Regressor("linear", recipe="usual"), X, y, cv=3)) > 0.9


def test_a_model_file_is_read_by_the_command(tmp_path):
    X, y = data(60)
    Regressor("linear").fit(X, y).save(str(tmp_path / "model.fwm"))
    assert (tmp_path / "model.fwm").stat().st_size > 0


def test_mistakes_are_named():
    X, y = data(60)
    with pytest.raises(fw.InputError, match="extra_trees"):
        Regressor("extra_tree").fit(X, y)
    with pytest.raises(fw.InputError, match="too few"):
        Regressor("linear", level=0.99).fit(X[:20], y[:20])
    with pytest.raises(fw.InputError, match="level"):
        Regressor("linear").fit(X, y).predict_range(X)
    assert {"linear", "extra_trees", "svm"} <= {entry["name"] for entry in learners()}
