// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Many configurations of a kernel on one device or several: what forewarp rank, the C API and the Python package
/// answer.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/model/rank/rank.hpp"
#include "forewarp/model/rank/tuner/tuning_file.hpp"
#include "forewarp/query/kernel_options.hpp"

namespace forewarp::query {

struct RankQuery {
  std::vector<std::string> devices;
  std::vector<std::string> vary = {};         ///< "TILE=8,16,32"
  std::vector<std::string> constraints = {};  ///< as a space file has them; beside those of the file
  /// In the place of vary: a TOML file, or a file of a tuner (tuning_file.hpp). None: the space that the kernel asks
  /// for.
  std::string space_file = {};
  std::string configurations_file = {};  ///< in the place of both: a CSV that lists them
  /// A column of that CSV, or an objective of the tuner's file: measured times. Empty: none.
  std::string measured_column = {};
  bool always_several = false;  ///< HeldKernel answers with the document of several devices for one device, too
  std::string caches = "usual", model = "bounds", machine_code = "auto";
  std::optional<unsigned> threads =
      {};  ///< configurations worked on at once, in place of what the kernel's options say
};

/// What rank::rank_each() takes, and what the space's file states beside the space.
struct RankQuestion {
  rank::RankOptions options;  ///< of the first device
  std::vector<device::DeviceSpec> devices;
  std::string kernel_name = {};                    ///< of a tuner's file; empty: none
  std::optional<python::Value> problem_size = {};  ///< of a tuner's file
  rank::MeasuredTimes measured_s = {};
};

/// Several devices are served by code for the oldest of them. Throws InputError for what is wrong with the texts,
/// naming a device for which the source does not compile, and for measured times with several devices.
[[nodiscard]] RankQuestion rank_question(const KernelOptions& kernel, const RankQuery& query);

/// Throws InputError where no configuration of the ranking can run, with the reason of the first.
void refuse_empty(const rank::Ranking& ranking);

}  // namespace forewarp::query
