// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/stevens2020/applications.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "papers/stevens2020/application_tables.hpp"
#include "papers/stevens2020/stevens2020.hpp"

namespace forewarp::papers::stevens2020 {
namespace {

namespace expression = model::expression;
using calibrate::SizedKernel;
using expression::Form;

double flops_of(const SizedKernel& kernel) {
  const loop::Program program = loop::parse(kernel.loop_program, kernel.name);
  const auto counts = count::cached_counts(program);
  expression::Sizes sizes = kernel.sizes;
  sizes.insert(program.fixed.begin(), program.fixed.end());
  double flops = 0;
  for (const auto& row : counts->operations)
    if (row.data_type.starts_with("float")) flops += row.guarded.evaluate(sizes).value() * (row.kind == "madd" ? 2 : 1);
  return flops;
}

/// The cost of what is in the second place of overlap(memory, on_chip, ...).
double on_chip_cost(const expression::Expression& e, const expression::Calibration& calibration,
                    const std::vector<double>& features) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& p : calibration.parameters) names.push_back(p.name), values.push_back(p.value);
  double cost = 0;
  for (const auto& [memory, on_chip] : e.overlaps)
    cost += expression::Compiled(e.tree, on_chip, e.features, names)(features, values);
  return cost;
}

double prediction(const calibrate::Choice& choice, Form form, const std::vector<double>& features) {
  for (const calibrate::Candidate& c : choice.candidates)
    if (c.form == form) return expression::Predictor(c.calibration).value(features);
  return expression::Predictor(choice.calibration()).value(features);
}

Application shortened(Application application, std::size_t sizes) {
  const std::size_t kept = std::min(sizes, application.sizes.size());
  application.sizes.resize(kept);
  for (Variant& variant : application.variants) {
    variant.kernels.resize(kept);
    variant.memory_only.resize(kept);
  }
  return application;
}

/// A result without its times; all kernels that it needs are added to what is measured.
Result begin(const Application& application, Bench& bench, std::vector<SizedKernel>& all) {
  Result result{.application = application,
                .model = calibrate::ready_made(application.name, bench.kind()),
                .kernels = {},
                .choice = {},
                .samples = {},
                .told = {}};
  result.kernels = calibrate::kernels_of(result.model.tag_sets, pick::shipped_generators());
  all.insert(all.end(), result.kernels.begin(), result.kernels.end());
  for (const Variant& variant : application.variants) {
    all.insert(all.end(), variant.kernels.begin(), variant.kernels.end());
    all.push_back(variant.memory_only[variant.memory_only.size() / 2]);
  }
  return result;
}

void tell(Result& result, calibrate::Programs& programs, const calibrate::Times& times) {
  const expression::Expression e = expression::parse(result.model.expression);
  const expression::CalibrationOptions how;
  result.samples = calibrate::samples_of(result.kernels, programs, times, how.output);
  result.choice = calibrate::choose(e, result.samples, how);
  for (const Variant& variant : result.application.variants)
    for (std::size_t i = 0; i < variant.kernels.size(); ++i) {
      const SizedKernel& kernel = variant.kernels[i];
      const std::vector<double> features = programs.values(kernel);
      const auto memory = times.seconds.find(variant.memory_only[i].name);
      result.told.push_back(
          {.variant = variant.name,
           .size = result.application.sizes[i],
           .measured = times.seconds.at(kernel.name),
           .linear = prediction(result.choice, Form::linear, features),
           .overlapping = prediction(result.choice, Form::overlapping, features),
           .chosen = expression::Predictor(result.choice.calibration()).value(features),
           .memory_only = memory == times.seconds.end() ? std::numeric_limits<double>::quiet_NaN() : memory->second,
           .on_chip = on_chip_cost(e, result.choice.calibration(), features),
           .flops = flops_of(kernel)});
    }
}

/// Kernels that several models use are measured once.
std::vector<SizedKernel> once_each(std::vector<SizedKernel> all) {
  std::ranges::stable_sort(all, {}, &SizedKernel::name);
  const auto rest = std::ranges::unique(all, {}, &SizedKernel::name);
  all.erase(rest.begin(), rest.end());
  return all;
}

}  // namespace

std::vector<Result> study(Bench& bench, calibrate::Times& times, std::size_t sizes) {
  std::vector<SizedKernel> all;
  std::vector<Result> results;
  for (const Application& application : applications(bench.kind()))
    results.push_back(begin(shortened(application, sizes), bench, all));
  calibrate::Programs plain({});
  times = bench.measure(once_each(all), plain);
  for (Result& result : results) {
    calibrate::Programs programs(expression::parse(result.model.expression).features);
    calibrate::check_matched(result.kernels, programs);
    tell(result, programs, times);
  }
  return results;
}

double geometric_mean_error(const std::vector<Told>& told, double Told::*prediction) {
  double logs = 0;
  for (const Told& t : told) logs += std::log(std::max(1e-12, std::abs(t.*prediction / t.measured - 1)));
  return std::exp(logs / static_cast<double>(told.size()));
}

Ranking ranking(const std::vector<Told>& told, double Told::*prediction, double share) {
  Ranking all;
  for (std::size_t i = 0; i < told.size(); ++i)
    for (std::size_t j = i + 1; j < told.size(); ++j) {
      const Told &a = told[i], &b = told[j];
      if (a.size != b.size || a.variant == b.variant) continue;
      if (std::max(a.measured, b.measured) <= (1 + share) * std::min(a.measured, b.measured)) continue;
      ++all.pairs;
      all.right += (a.measured < b.measured) == (a.*prediction < b.*prediction);
    }
  return all;
}

Reproduction applications(const Options& options) {
  if (options.device.empty()) return not_run();
  Bench bench(options);
  calibrate::Times times;
  const std::vector<Result> results = study(bench, times);
  Reproduction all;
  for (const Result& result : results) add_application(all, result, bench.info(), times);
  add_together(all, results);
  add_patterns(all, results, times);
  all.notes.push_back(bench.note(times));
  return all;
}

}  // namespace forewarp::papers::stevens2020
