// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/neighbours/neighbours.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

constexpr std::string_view weight_names[] = {"uniform", "distance"};
constexpr ParameterSpec parameters[] = {
    {"k", "5", "how many neighbours answer"},
    {"weights", "uniform", "uniform, or distance: each counts as one over its distance"},
    {"scale", "yes", "yes or no: features to mean 0 and standard deviation 1 before distances are taken"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  NeighbourSettings s;
  s.k = static_cast<std::size_t>(p.integer("k", 1, 1'000'000));
  s.weights = static_cast<NeighbourWeights>(p.choice("weights", weight_names));
  s.scale = p.flag("scale");
  return std::make_unique<NeighbourLearner>(s);
}

}  // namespace

std::unique_ptr<Predictor> NeighbourLearner::fit(const Samples& samples, const Target& target,
                                                 const FitOptions&) const {
  check(samples, target);
  if (samples.rows() < settings_.k)
    throw InputError(fmt::format("knn: {} neighbours cannot be asked of {} samples", settings_.k, samples.rows()));
  NeighbourModel m{fit_scaling(samples, settings_.scale ? ScalingKind::z_score : ScalingKind::none), settings_.k,
                   target.classes.size(), settings_.weights};
  m.targets = target.values;
  std::vector<double> row(samples.features());
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    samples.copy_row(i, row);
    m.inputs.apply(row, row);
    m.rows.insert(m.rows.end(), row.begin(), row.end());
  }
  return std::make_unique<NeighbourPredictor>(std::move(m));
}

LearnerEntry knn_entry() {
  return {"knn", "the mean or the vote of the k nearest samples", true, true, parameters, make, read_knn};
}

}  // namespace forewarp::learn
