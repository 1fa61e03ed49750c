// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The losses of boosting: where to start, which way is down, how far a leaf goes.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/learn/trees/boosted.hpp"

namespace forewarp::learn::trees {

[[nodiscard]] double logistic(double log_odds);
void softmax(std::span<double> values);

/// F_0.
[[nodiscard]] std::vector<double> start_of(Loss loss, const Target& target);
/// The negative gradient of the loss in output k at each sample. f: samples x outputs.
[[nodiscard]] std::vector<double> downhill(Loss loss, const Target& target, std::span<const double> f,
                                           std::size_t outputs, std::size_t k);
/// The step of a leaf. gradient: as downhill gave it; f: of output k before the step.
[[nodiscard]] double leaf_step(Loss loss, const Target& target, std::span<const double> gradient,
                               std::span<const double> f, std::size_t outputs, std::span<const std::uint32_t> samples);

}  // namespace forewarp::learn::trees
