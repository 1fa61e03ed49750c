// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Tables 4 and 6 of amaris2022: the BSP model's parameters by hand, beside those that a profile of our own kernels
/// gives. Needs no data directory.
#include "papers/reproduction.hpp"

namespace forewarp::papers::amaris2022_parameters {

[[nodiscard]] Reproduction parameters(const Options& options);

}  // namespace forewarp::papers::amaris2022_parameters
