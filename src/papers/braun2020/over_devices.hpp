// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "papers/reproduction.hpp"

namespace forewarp::papers {

/// The model over several devices (forewarp retrain), on real times: six matrix kernels of amaris2022 that are bundled,
/// with the emulator's features and the bounds model's terms, on ten GPUs. By single launches, kernels and GPUs left
/// out, always together.
[[nodiscard]] Reproduction over_devices(const Options& options);

}  // namespace forewarp::papers
