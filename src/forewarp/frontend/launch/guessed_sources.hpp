// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which guessed arguments a value of the kernel depends on.
#include <string>
#include <vector>

#include "forewarp/frontend/analysis/dependence.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::launch {

/// Names of guessed arguments, in the order of the parameters.
struct GuessedSources {
  std::vector<std::string> numbers;   ///< whose value matters: scalars and structs
  std::vector<std::string> contents;  ///< buffers whose contents matter
  [[nodiscard]] bool none() const { return numbers.empty() && contents.empty(); }
};

[[nodiscard]] GuessedSources guessed_sources(const Launch& launch, const analysis::Dependence& dependence,
                                             const analysis::Sources& sources);

}  // namespace forewarp::launch
