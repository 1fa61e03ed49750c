// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The one list that names every learner. A new learner is a file and a line in learners.cpp.
#include <memory>
#include <span>
#include <string_view>

#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/parameters.hpp"

namespace forewarp::learn {

class Reader;  // binary.hpp

struct LearnerEntry {
  std::string_view name, summary;
  bool regression = false, classification = false;
  std::span<const ParameterSpec> parameters;
  std::unique_ptr<Learner> (*make)(const Parameters&);
  /// Takes back what Predictor::write of this learner wrote. Throws InputError where the bytes make no sense.
  std::unique_ptr<Predictor> (*read)(Reader&);
};

[[nodiscard]] std::span<const LearnerEntry> learners();
/// Throws InputError naming the learners there are.
[[nodiscard]] const LearnerEntry& find_learner(std::string_view name);
/// The learner with these settings over its own. Throws InputError as Parameters does.
[[nodiscard]] std::unique_ptr<Learner> make_learner(std::string_view name,
                                                    const std::map<std::string, std::string>& settings = {});

}  // namespace forewarp::learn
