// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What forests are fitted to.
#include <filesystem>
#include <optional>
#include <string>

#include "forewarp/learn/samples.hpp"

namespace forewarp::bench {

struct ForestData {
  std::string name;
  learn::Samples samples;
  learn::Target target;
};

/// Friedman's first function of five of 12 features in 0 to 1, with noise of standard deviation 1.
[[nodiscard]] ForestData friedman1(std::size_t rows, std::uint64_t seed);
/// His second: sqrt(a^2 + (b c - 1 / (b d))^2), four features, a tenth of its spread as noise.
[[nodiscard]] ForestData friedman2(std::size_t rows, std::uint64_t seed);
/// log2 of the median seconds of 104 kernels and sizes on one device by their AIWC counts; nothing without the data.
[[nodiscard]] std::optional<ForestData> aiwc(const std::filesystem::path& data);

/// As scikit_learn.py reads it.
void save(const ForestData& data, const std::filesystem::path& file);

}  // namespace forewarp::bench
