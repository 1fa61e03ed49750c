// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What holds for every learner there is, and will be: small pipelines of each, in each of its tasks.
#include <string>
#include <vector>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/pipeline.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn::testing {

struct Case {
  std::string learner;
  bool classes = false;
  std::map<std::string, std::string> settings = {};
  bool two = false;  ///< two classes instead of three
};

inline bool has_setting(const LearnerEntry& entry, std::string_view name) {
  for (const ParameterSpec& spec : entry.parameters)
    if (spec.name == name) return true;
  return false;
}

/// Quick settings where a learner has them.
inline std::vector<Case> every_case() {
  std::vector<Case> cases;
  for (const LearnerEntry& entry : learners()) {
    std::map<std::string, std::string> quick;
    if (has_setting(entry, "epochs")) quick["epochs"] = "3";
    if (has_setting(entry, "trees")) quick["trees"] = "5";
    if (entry.regression) cases.push_back({std::string(entry.name), false, quick, false});
    if (entry.classification) cases.push_back({std::string(entry.name), true, quick, false});
  }
  return cases;
}

inline Target target_of(const Case& c) {
  if (!c.classes) return train_numbers();
  Target target = train_classes();
  if (!c.two) return target;
  for (double& v : target.values) v = v > 0 ? 1 : 0;
  target.classes.resize(2);
  return target;
}

inline std::unique_ptr<Predictor> fitted(const Case& c) {
  return make_learner(c.learner, c.settings)->fit(train_samples(), target_of(c));
}

}  // namespace forewarp::learn::testing
