// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// braun2020 on the launches its authors publish: counters to the twelve features, one model a GPU for time and for
/// power, each launch left out alone, each kernel, each application; beside the authors' own model of the T4.
[[nodiscard]] Reproduction models(const Options& options);

}  // namespace forewarp::papers
