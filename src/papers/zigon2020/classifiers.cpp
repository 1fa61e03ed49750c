// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/classifiers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/scaling.hpp"
#include "forewarp/learn/validation/cross_predict.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

validate::Method method(std::string name, std::string_view learner,
                        const std::map<std::string, std::string>& settings) {
  return validate::learner_method(std::move(name), learn::make_learner(learner, settings));
}

/// The method on features scaled as printed, with the mean and the deviation of the training rows.
validate::Method scaled_as_printed(validate::Method inner) {
  validate::Method outer = inner;
  outer.answer = [inner = std::move(inner)](const learn::Samples& samples, const learn::Target& target,
                                            const validate::Split& split, const learn::FitOptions& options) {
    const learn::Scaling scaling = learn::fit_scaling(samples.select_rows(split.train), learn::ScalingKind::zigon2020);
    return inner.answer(learn::scaled(samples, scaling), target, split, options);
  };
  return outer;
}

}  // namespace

validate::Method network(std::string_view optimiser, std::size_t epochs, bool as_printed) {
  validate::Method plain = method(std::string(optimiser), "mlp",
                                  {{"hidden", "48:24"},
                                   {"optimiser", std::string(optimiser)},
                                   {"epochs", fmt::format("{}", epochs)},
                                   {"scale", as_printed ? "no" : "yes"}});
  return as_printed ? scaled_as_printed(std::move(plain)) : plain;
}

validate::Method forest(std::size_t trees) {
  return method("forest", "random_forest", {{"trees", fmt::format("{}", trees)}, {"max_depth", "6"}});
}

validate::Method naive_bayes() { return method("naive Bayes", "naive_bayes", {}); }

std::vector<validate::Method> three(const Effort& effort) {
  std::vector<validate::Method> all = {network("nadam", effort.epochs), forest(effort.trees), naive_bayes()};
  all[0].name = "network";
  return all;
}

validate::Splits by_launch(std::size_t rows, std::uint64_t seed) {
  validate::Splits halves = validate::k_fold(rows, 2, seed);
  for (std::size_t& fold : halves.fold_of)
    if (fold == 1) fold = validate::Splits::always_train;
  halves.folds = 1;
  return halves;
}

std::vector<validate::ClassSummary> score(const learn::Samples& samples, const learn::Target& target,
                                          std::span<const validate::Method> methods, const validate::Splits& scheme,
                                          unsigned threads) {
  validate::CrossOptions options;
  options.threads = threads;
  const auto answers = validate::cross_predict(samples, target, methods, std::span(&scheme, 1), options);
  std::vector<validate::ClassSummary> all;
  for (const std::vector<double>& of_method : answers.front()) {
    std::vector<double> called, truth;
    for (std::size_t i = 0; i < of_method.size(); ++i)
      if (!std::isnan(of_method[i])) called.push_back(of_method[i]), truth.push_back(target.values[i]);
    all.push_back(validate::summarise_classes(called, truth, target.classes));
  }
  return all;
}

}  // namespace forewarp::papers::zigon2020
