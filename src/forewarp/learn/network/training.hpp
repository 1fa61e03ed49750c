// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Epochs and batches. Not installed: mlp.hpp is the interface.
#include "forewarp/learn/network/mlp.hpp"

namespace forewarp::learn {

/// Glorot's uniform weights and biases of 0.
[[nodiscard]] std::vector<double> initial_weights(const NetworkShape& shape, std::uint64_t seed);

/// The weights after the last epoch, or with patience those of the best. samples and target are scaled already.
/// Throws InputError where the loss is not a number any more.
[[nodiscard]] std::vector<double> train(const NetworkShape& shape, const Samples& samples, const Target& target,
                                        const NetworkSettings& settings, const FitOptions& options);

}  // namespace forewarp::learn
