// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// amaris2022, part "analytical": the BSP model's predictions, lambdas and errors computed again from the measurements
/// of its authors, and what becomes of them when lambda has to serve other boards. Needs --data.
#include "papers/reproduction.hpp"

namespace forewarp::papers::amaris2022_analytical {

[[nodiscard]] Reproduction analytical(const Options& options);

}  // namespace forewarp::papers::amaris2022_analytical
