// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// min ||y - X b||^2 by Householder reflections in the order of the columns, dropping aliased columns as R's lm does
/// (LINPACK's dqrdc2): a column whose norm, once the kept columns before it are projected out, is below
/// tolerance times its own norm gets no coefficient. So of two columns that say the same the first is kept, and more
/// columns than rows are no error. R's coefficient there is NA and its prediction skips it: here it is 0.
#include <cstddef>
#include <span>
#include <vector>

namespace forewarp::learn {

/// Column-major, rows x columns.
struct MatrixView {
  std::span<const double> values;
  std::size_t rows = 0, columns = 0;
};

struct LeastSquares {
  std::vector<double> coefficients;  ///< one a column, 0 where dropped
  std::vector<std::size_t> dropped;  ///< columns, ascending
};

/// R's lm takes tolerance = 1e-7.
[[nodiscard]] LeastSquares least_squares(MatrixView x, std::span<const double> y, double tolerance);

}  // namespace forewarp::learn
