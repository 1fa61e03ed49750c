// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <fmt/format.h>

#include <cmath>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/learn/validation/cross_predict.hpp"
#include "forewarp/learn/validation/importance.hpp"
#include "forewarp/learn/validation/metrics.hpp"
#include "forewarp/learn/validation/task.hpp"
#include "papers/braun2020/tutorial.hpp"

namespace forewarp::papers {
namespace {

using validate::ErrorSummary;
using validate::Method;

constexpr const char* scheme_names[] = {"each launch alone", "each kernel", "each application"};

/// braun2020 as it stands: the features as they are, the logarithm of time, power as it is (section 4.2).
std::shared_ptr<learn::Learner> trees_of(const TutorialRuns& runs) {
  learn::PipelineSpec spec;
  for (const std::string& name : runs.features.names())
    spec.features.push_back({name, "", learn::Transform::identity, 0});
  spec.target = {runs.quantity, "", runs.quantity == "time" ? learn::Transform::log : learn::Transform::identity, 0};
  spec.learner = "extra_trees";
  spec.settings = {{"trees", "512"}, {"criterion", "mae"}};
  return learn::pipeline_learner(spec);
}

std::shared_ptr<learn::Learner> bounds_of(const TutorialRuns& runs) {
  learn::PipelineSpec spec;
  for (const char* name : {"total_instructions", "special_ops", "global_bytes", "shared_bytes", "sync_ops", "ctas"})
    spec.features.push_back({name, "", learn::Transform::identity, 0});
  spec.target = {runs.quantity, "", learn::Transform::identity, 0};
  spec.learner = "bounds";
  return learn::pipeline_learner(spec);
}

/// The same trees on the target over a count of work, taken back afterwards: sizes never seen are no extrapolation.
Method trees_per_work(const TutorialRuns& runs) {
  constexpr std::size_t work = 2;  // total_instructions
  return {"extra-trees per instruction", false,
          [learner = trees_of(runs)](const learn::Samples& samples, const learn::Target& target,
                                     const validate::Split& split, const learn::FitOptions& options) {
            learn::Target rate = target;
            for (std::size_t i = 0; i < rate.values.size(); ++i) rate.values[i] /= samples.at(i, work);
            std::vector<double> answer = validate::learner_method("", learner).answer(samples, rate, split, options);
            for (std::size_t i = 0; i < answer.size(); ++i) answer[i] *= samples.at(split.test[i], work);
            return answer;
          }};
}

struct Errors {
  std::vector<std::string> methods;
  std::vector<std::vector<ErrorSummary>> by_scheme;  ///< [scheme][method]
};

Errors errors_on(const TutorialRuns& runs, const Options& options) {
  std::vector<Method> methods = {validate::learner_method("extra-trees", trees_of(runs)),
                                 validate::learner_method("bounds", bounds_of(runs))};
  if (runs.quantity == "time") methods.push_back(trees_per_work(runs));
  for (Method& baseline : validate::baselines({runs.measured, {}})) methods.push_back(std::move(baseline));
  const std::vector<validate::Splits> schemes = {validate::leave_one_out(runs.measured.size()),
                                                 validate::leave_one_group_out(runs.launches.texts("name")),
                                                 validate::leave_one_group_out(runs.launches.texts("app"))};
  const auto answers = validate::cross_predict(runs.features, {runs.measured, {}}, methods, schemes,
                                               {.seed = 1, .threads = options.threads, .progress = options.progress});
  Errors errors;
  for (const Method& method : methods) errors.methods.push_back(method.name);
  for (const auto& scheme : answers) {
    std::vector<ErrorSummary>& row = errors.by_scheme.emplace_back();
    for (const auto& predicted : scheme) row.push_back(validate::summarise(predicted, runs.measured));
  }
  return errors;
}

ResultTable table_of(const TutorialRuns& runs, const Errors& errors) {
  ResultTable result{runs.quantity + "-" + runs.gpu,
                     fmt::format("{} on the {}: median error and MAPE in % over {} launches, by what is left out",
                                 runs.quantity, runs.gpu, runs.measured.size()),
                     {},
                     true};
  result.table.add("method", errors.methods);
  for (std::size_t s = 0; s < errors.by_scheme.size(); ++s) {
    Table::Numbers medians, means;
    for (const ErrorSummary& e : errors.by_scheme[s]) {
      medians.push_back(100 * e.median);
      means.push_back(100 * e.mape);
    }
    result.table.add(fmt::format("{}: median", scheme_names[s]), std::move(medians));
    result.table.add(fmt::format("{}: MAPE", scheme_names[s]), std::move(means));
  }
  return result;
}

/// Table 6's figure for these launches: how much the trees of a model of all of them split on each feature.
ResultTable importance_table(const std::vector<TutorialRuns>& all) {
  ResultTable result{
      "importance", "impurity importance of the twelve features in % (Table 6 for these launches)", {}, true};
  result.table.add("feature", all.front().features.names());
  for (const TutorialRuns& runs : all) {
    Table::Numbers shares;
    for (const double share : trees_of(runs)->fit(runs.features, {runs.measured, {}}, {.seed = 1})->importances())
      shares.push_back(100 * share);
    result.table.add(runs.quantity + " " + runs.gpu, std::move(shares));
  }
  return result;
}

ErrorSummary authors_errors(const std::vector<double>& told, const TutorialRuns& runs) {
  std::vector<double> predicted, measured;
  for (std::size_t i = 0; i < told.size(); ++i)
    if (!std::isnan(told[i])) {
      predicted.push_back(told[i]);
      measured.push_back(runs.measured[i]);
    }
  return validate::summarise(predicted, measured);
}

}  // namespace

Reproduction models(const Options& options) {
  Reproduction result;
  std::vector<TutorialRuns> all;
  for (const char* quantity : {"time", "power"})
    for (const char* gpu : {"T4", "K80"}) {
      all.push_back(read_tutorial(options, gpu, quantity));
      const TutorialRuns& runs = all.back();
      result.files.insert(result.files.end(), runs.files.begin() + (all.size() == 1 ? 0 : 1), runs.files.end());
      const Errors errors = errors_on(runs, options);
      result.tables.push_back(table_of(runs, errors));
      if (all.size() > 1) continue;
      const ErrorSummary theirs = authors_errors(authors_predictions(options, runs), runs);
      const auto score = [&](const char* id, const char* what, double ours, double other, const char* note) {
        result.scores.push_back({id, what, "%", 100 * ours, 100 * other, 100 * other, Better::lower, note});
      };
      const ErrorSummary& per_work = errors.by_scheme[0][2];
      const ErrorSummary &alone = errors.by_scheme[0][0], &application = errors.by_scheme[2][0];
      score("braun-t4-alone-mape", "T4, time: MAPE, each launch left out alone", alone.mape, theirs.mape,
            "extra-trees as in the paper; other: the authors' model, which has not seen these launches");
      score("braun-t4-alone-mape-per-work", "T4, time: MAPE, each launch left out alone", per_work.mape, theirs.mape,
            "extra-trees on time per instruction");
      score("braun-t4-alone-median", "T4, time: median error, each launch left out alone", alone.median, theirs.median,
            "extra-trees as in the paper");
      score("braun-t4-application-mape", "T4, time: MAPE, each application left out", application.mape, theirs.mape,
            "extra-trees as in the paper, learnt on the six other applications alone");
      score("braun-t4-application-mape-per-work", "T4, time: MAPE, each application left out",
            errors.by_scheme[2][2].mape, theirs.mape,
            "extra-trees on time per instruction, learnt on the six other applications alone");
    }
  result.tables.push_back(importance_table(all));
  result.notes = {
      "features by CUDA Flux's counters: classes of instructions as forewarp profile has them; intensity = arithmetic "
      "/ "
      "(global + param), as the authors' tool computes it",
      "the authors' model was learnt on 184 kernels of four suites, ours on these launches less what is left out: not "
      "the "
      "same question, and seven applications are few",
      "the five-GPU databases of the paper are not public any more: its scores cannot be recomputed here; the protocol "
      "of "
      "3.3 is \"forewarp evaluate --grid --stratify\" and its speed is ./dev bench search"};
  return result;
}

}  // namespace forewarp::papers
