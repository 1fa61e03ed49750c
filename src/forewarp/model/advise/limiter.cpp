// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/limiter.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace forewarp::advise {
namespace {

double overhead_of(const model::Prediction& prediction) {
  for (const model::Term& term : prediction.terms)
    if (term.name == "launch") return term.time_s;
  return 0;
}

}  // namespace

const char* name_of(Bound bound) {
  switch (bound) {
    case Bound::memory:
      return "memory";
    case Bound::compute:
      return "compute";
    case Bound::latency:
      return "latency";
    case Bound::launch:
      return "launch";
  }
  return "";
}

bool is_memory_term(const std::string& term) {
  constexpr std::array<std::string_view, 7> memory = {"dram",       "l2",      "l1",       "shared",
                                                      "load/store", "atomics", "host link"};
  return std::ranges::find(memory, term) != memory.end();
}

const model::Term* busiest(const model::Prediction& prediction) {
  for (const model::Term& term : prediction.terms)  // largest first
    if (term.name != "latency" && term.name != "lock" && term.name != "launch") return &term;
  return nullptr;
}

/// Without the launch overhead: of 10 us, 2 of them overhead, a DRAM term of 6 us is 6/8 = 75 %.
double share_of(const model::Prediction& prediction, const std::string& name) {
  const double work = prediction.time_s - overhead_of(prediction);
  if (!(work > 0)) return 0;
  for (const model::Term& term : prediction.terms)
    if (term.name == name) return std::min(1.0, term.time_s / work);
  return 0;
}

/// Launch if the overhead is more than half, latency if no resource is saturated, else the busiest
/// resource. "Saturated" is a share of 60 % of the time (limiter.hpp): below it, more work in
/// flight would help more than less work.
Limiter limiter(const model::Prediction& prediction) {
  const double overhead = overhead_of(prediction);
  const model::Term* most = busiest(prediction);
  const double share = most ? share_of(prediction, most->name) : 0;
  if (overhead > 0.5 * prediction.time_s) return {Bound::launch, "launch", overhead / prediction.time_s};
  if (!most || share < saturated) return {Bound::latency, most ? most->name : "latency", share};
  return {is_memory_term(most->name) ? Bound::memory : Bound::compute, most->name, share};
}

}  // namespace forewarp::advise
