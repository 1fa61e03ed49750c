# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""forewarp's learners as estimators of scikit-learn, with prediction ranges.

    from forewarp.learn import Regressor
    model = Regressor("extra_trees", settings={"trees": 256}, level=0.9).fit(X, y)
    low, high = model.predict_range(X_new)

learners() lists them with their settings. Models are written as the command line reads them (save, forewarp predict).
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _forewarp

__all__ = ["Classifier", "Regressor", "learners"]


def learners() -> list[dict[str, Any]]:
    """Each with name, summary, whether it learns numbers and classes, and its settings with their defaults."""
    return list(_forewarp.learners())


class _Estimator(BaseEstimator):  # type: ignore[misc]
    learner: str
    settings: Optional[dict[str, Any]]
    recipe: str
    random_state: Any
    n_jobs: Optional[int]

    def _seed(self) -> int:
        state = self.random_state
        if state is None:
            return 1
        if isinstance(state, np.random.RandomState):
            return int(state.randint(1 << 31))
        return int(state)

    def _fit(self, X: Any, y: Any, classes: list[str], level: Optional[float]) -> None:
        settings = {name: _text(value) for name, value in (self.settings or {}).items()}
        threads = max(self.n_jobs or 0, 0)
        rows = np.ascontiguousarray(X, dtype=np.float64)
        target = np.ascontiguousarray(y, dtype=np.float64)
        self.model_ = _forewarp.fit(
            self.learner, settings, self.recipe, level, self._seed(), threads, rows, target, classes
        )

    def _rows(self, X: Any) -> Any:
        check_is_fitted(self, "model_")
        return np.ascontiguousarray(validate_data(self, X, reset=False), dtype=np.float64)

    @property
    def feature_importances_(self) -> Any:
        """Empty where the learner has no such notion."""
        check_is_fitted(self, "model_")
        return self.model_.importances()

    def outside(self, X: Any) -> Any:
        """For each row whether a feature lies outside the rows that were learnt from."""
        return np.array(self.model_.outside(self._rows(X)), dtype=bool)

    def save(self, path: str) -> None:
        """Writes a model file (docs/formats/model-file.md); features are called x0, x1, ..."""
        check_is_fitted(self, "model_")
        self.model_.save(path)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        if "model_" in state:
            state["model_"] = state["model_"].to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        if isinstance(state.get("model_"), bytes):
            state["model_"] = _forewarp.Model.from_bytes(state["model_"])
        super().__setstate__(state)


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class Regressor(RegressorMixin, _Estimator):  # type: ignore[misc]
    """Learns a number.

    learner: a name of learners(). settings: of the learner. recipe: "none", or "usual": logarithms and scaling as the
    command line takes them for this learner, of columns above zero. level: the share of new rows that a range should
    contain; None: no range. random_state: an int, or None for 1: a fit is repeatable. n_jobs: threads, None for all cores.
    """

    def __init__(
        self,
        learner: str = "extra_trees",
        *,
        settings: Optional[dict[str, Any]] = None,
        recipe: str = "none",
        level: Optional[float] = None,
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self.learner = learner
        self.settings = settings
        self.recipe = recipe
        self.level = level
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any) -> Regressor:
        X, y = validate_data(self, X, y, y_numeric=True, dtype=np.float64)
        self._fit(X, y, [], self.level)
        return self

    def predict(self, X: Any) -> Any:
        rows = self._rows(X)
        return self.model_.predict(rows)

    def predict_range(self, X: Any) -> tuple[Any, Any]:
        """The low and the high end for each row. A share `level` of new rows lies within, where they come as those that
        were learnt from came."""
        rows = self._rows(X)
        low, high = self.model_.range(rows)
        return low, high


class Classifier(ClassifierMixin, _Estimator):  # type: ignore[misc]
    """Learns a class. Parameters as those of Regressor."""

    def __init__(
        self,
        learner: str = "random_forest",
        *,
        settings: Optional[dict[str, Any]] = None,
        recipe: str = "none",
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self.learner = learner
        self.settings = settings
        self.recipe = recipe
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any) -> Classifier:
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, indices = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"{type(self).__name__}: the data has one class, {self.classes_[0]!r}; there must be two")
        self._fit(X, indices, [str(name) for name in self.classes_], None)
        return self

    def predict_proba(self, X: Any) -> Any:
        rows = self._rows(X)
        return self.model_.predict(rows)

    def predict(self, X: Any) -> Any:
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]
