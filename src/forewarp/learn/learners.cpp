// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/learners.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/learn/bayes/naive_bayes.hpp"
#include "forewarp/learn/linear/bounds.hpp"
#include "forewarp/learn/linear/linear.hpp"
#include "forewarp/learn/linear/response.hpp"
#include "forewarp/learn/neighbours/neighbours.hpp"
#include "forewarp/learn/network/mlp.hpp"
#include "forewarp/learn/svm/svm.hpp"
#include "forewarp/learn/trees/entries.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// In the order in which they are shown.
const std::vector<LearnerEntry>& entries() {
  static const std::vector<LearnerEntry> all = {linear_entry(),
                                                bounds_entry(),
                                                response_entry(),
                                                trees::tree_entry(),
                                                trees::random_forest_entry(),
                                                trees::extra_trees_entry(),
                                                trees::boosted_trees_entry(),
                                                trees::quantile_forest_entry(),
                                                svm_entry(),
                                                knn_entry(),
                                                naive_bayes_entry(),
                                                mlp_entry()};
  return all;
}

}  // namespace

std::span<const LearnerEntry> learners() { return entries(); }

const LearnerEntry& find_learner(std::string_view name) {
  std::vector<std::string_view> names;
  for (const LearnerEntry& entry : entries()) {
    if (entry.name == name) return entry;
    names.push_back(entry.name);
  }
  throw InputError(fmt::format("no learner is called '{}'; there is {}", name, fmt::join(names, ", ")));
}

std::unique_ptr<Learner> make_learner(std::string_view name, const std::map<std::string, std::string>& settings) {
  const LearnerEntry& entry = find_learner(name);
  return entry.make(Parameters(entry.name, entry.parameters, settings));
}

}  // namespace forewarp::learn
