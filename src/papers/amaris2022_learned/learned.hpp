// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// amaris2022's machine learning: both scenarios on the launches that are still there, and ours beside them.
#include "papers/reproduction.hpp"

namespace forewarp::papers::amaris2022_learned {

[[nodiscard]] Reproduction learned(const Options& options);

}  // namespace forewarp::papers::amaris2022_learned
