// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "forewarp/model/bsp/checks.hpp"

namespace forewarp::model::bsp {

/// Overhead is left out of both times, as no kernel can scale it. Example: model 100 us, overhead 5
/// us, measured 195 us: 95/190 = 0.5; another launch that the model has at 50 us is then predicted
/// at 5 + 45/0.5 = 95 us.
double lambda_over(const Prediction& predicted, double launch_s, double measured_s) {
  detail::require_positive("measured time", measured_s);
  if (measured_s <= launch_s)
    throw InputError(
        fmt::format("the measured time, {:.3g} us, is not longer than launching a kernel that does nothing, {:.3g} us",
                    1e6 * measured_s, 1e6 * launch_s));
  return std::max(predicted.time_s - launch_s, 1e-12) / (measured_s - launch_s);
}

namespace {

/// "40.3 us", "5.16 ms".
std::string in_unit(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  return seconds < 1 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

/// Raises times to the data sheet's; true where it had to. A lambda above 1, learnt where caches
/// did better than the model knew, must not make another launch faster than its peak bandwidth.
bool raise_to_roofs(Prediction& p) {
  const double least = p.min_s();
  const bool had_to = p.time_s < least;
  for (double* time_s : {&p.time_s, &p.low_s, &p.high_s}) *time_s = std::max(*time_s, least);
  for (const Term& roof : p.roofs) {
    const auto term = std::ranges::find(p.terms, roof.name, &Term::name);
    if (term != p.terms.end()) term->time_s = std::max(term->time_s, roof.time_s);
  }
  std::ranges::stable_sort(p.terms, std::greater{}, &Term::time_s);
  if (!p.terms.empty()) p.limiter = p.terms.front().name;
  return had_to;
}

}  // namespace

/// Runs of 1 and 100 ms with lambda 1 and 4: 10 ms lies half way between their logarithms and has 2.
double lambda_between(std::vector<LambdaOfRun> runs, double predicted_s) {
  if (runs.empty()) throw InputError("there is no run to take lambda from");
  for (const LambdaOfRun& run : runs) {
    detail::require_positive("predicted time of a run", run.predicted_s);
    detail::require_positive("lambda", run.lambda);
  }
  detail::require_positive("predicted time", predicted_s);
  std::ranges::stable_sort(runs, {}, &LambdaOfRun::predicted_s);
  if (predicted_s <= runs.front().predicted_s) return runs.front().lambda;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const LambdaOfRun &a = runs[i - 1], &b = runs[i];
    if (predicted_s > b.predicted_s || a.predicted_s == b.predicted_s) continue;
    const double share = std::log(predicted_s / a.predicted_s) / std::log(b.predicted_s / a.predicted_s);
    return a.lambda * std::pow(b.lambda / a.lambda, share);
  }
  return runs.back().lambda;
}

Prediction with_lambda(Prediction predicted, double launch_s, double lambda, std::string_view measured_on) {
  detail::require_positive("lambda", lambda);
  for (double* time_s : {&predicted.time_s, &predicted.low_s, &predicted.high_s})
    *time_s = launch_s + std::max(*time_s - launch_s, 0.0) / lambda;
  for (Term& term : predicted.terms)
    if (term.name != "launch") term.time_s /= lambda;
  predicted.notes.push_back(fmt::format(
      "times are the model's divided by lambda = {:.3g}, from the run that you measured on {}", lambda, measured_on));
  if (raise_to_roofs(predicted))
    predicted.notes.push_back(
        fmt::format("lambda would have it faster than the data sheet allows: the time is that of its {} peak",
                    predicted.roofs.front().name));
  return predicted;
}

std::optional<std::string> beats_data_sheet(const Prediction& predicted, double measured_s,
                                            std::string_view measured_on) {
  if (measured_s >= predicted.min_s()) return std::nullopt;
  return fmt::format(
      "the time measured on {0}, {1}, is shorter than its data sheet allows: {2} at the {3} peak; check its unit, the "
      "launch and the device{4}",
      measured_on, in_unit(measured_s), in_unit(predicted.min_s()), predicted.roofs.front().name,
      predicted.roofs.front().name == "dram" ? ", or whether the data were in L2 (--caches warm)" : "");
}

Prediction LambdaModel::predict(const Demand& demand, const device::DeviceSpec& device) const {
  Prediction prediction =
      with_lambda(base_.predict(demand, device), device.launch_overhead_s, learnt_.lambda, learnt_.measured_on);
  if (learnt_.warning) prediction.notes.push_back(*learnt_.warning);
  return prediction;
}

}  // namespace forewarp::model::bsp
