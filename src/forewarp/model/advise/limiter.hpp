// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a launch is bound by: memory, computation or latency (zigon2020, section 3), and which resource of those.
///
///     memory   the largest term of the bounds model is a part of the memory system that the launch saturates
///     compute  it is a pipe or the issue of instructions, saturated
///     latency  no resource is busy for more than 60 % of the time: warps wait for operands that are under way
///     launch   the overhead of an empty kernel is more than half of the time
///
/// Sixty per cent is the visual profiler's line between "bound by" and "latency" (NVIDIA Visual Profiler user's guide,
/// guided analysis: both utilisations under 60 % are latency). Shares are of the time without the launch's overhead.
#include <cstdint>
#include <string>

#include "forewarp/model/prediction.hpp"

namespace forewarp::advise {

enum class Bound : std::uint8_t { memory, compute, latency, launch };
[[nodiscard]] const char* name_of(Bound bound);
/// Share of the time from which on a resource limits.
inline constexpr double saturated = 0.6;

struct Limiter {
  Bound bound{};
  std::string resource;  ///< the bounds model's term: "dram", "fp64", "latency", ...
  double share = 0;      ///< of the time, in which the busiest resource is busy
};

/// Share of the time without overhead for which the term's resource is busy; 0 for a term that is not there.
[[nodiscard]] double share_of(const model::Prediction& prediction, const std::string& term);
/// The busiest resource, latency and overhead left out; empty where there is none.
[[nodiscard]] const model::Term* busiest(const model::Prediction& prediction);
[[nodiscard]] bool is_memory_term(const std::string& term);

[[nodiscard]] Limiter limiter(const model::Prediction& prediction);

}  // namespace forewarp::advise
