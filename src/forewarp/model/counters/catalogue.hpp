// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The metrics of a kernel, one list for three sources: nvprof's (to Volta), Nsight Compute's (from Volta on) and what
/// the emulator and the bounds model compute for a device without a GPU. catalogue.def has them with unit and meaning.
#include <cstdint>
#include <string_view>
#include <vector>

namespace forewarp::counters {

/// zigon2020, 5.1: absolute counts grow with the problem; efficiencies (and utilisations) and throughputs do not, and
/// are what its classifiers learn from.
enum class Kind : std::uint8_t { absolute, efficiency, utilisation, throughput };
[[nodiscard]] std::string_view name_of(Kind kind);

struct Metric {
  std::string_view name, nvprof, nsight;  ///< empty where that tool has none
  std::string_view unit;                  ///< ours: "1", "%", "GB/s", "us", "B"
  double from_nsight = 1;                 ///< a value of Nsight's in its own default unit, times this, is in ours
  Kind kind{};
  std::string_view meaning;
};

/// Those that forewarp computes for a device, too (counters/compute.hpp).
[[nodiscard]] const std::vector<Metric>& catalogue();
/// Those that only a profiler counts.
[[nodiscard]] const std::vector<Metric>& counted_metrics();
/// Of either list, by any of its three names, case as written; nullptr where there is none.
[[nodiscard]] const Metric* find_metric(std::string_view name);
/// The names of those that are no absolute counts: the inputs of the classifiers.
[[nodiscard]] std::vector<std::string_view> relative_metrics();
/// Nsight Compute's names of all that it has, each once: what to ask it for.
[[nodiscard]] std::vector<std::string_view> nsight_metrics();

}  // namespace forewarp::counters
