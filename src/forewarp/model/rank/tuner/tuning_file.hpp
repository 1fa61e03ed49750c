// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The files of auto-tuners as spaces of configurations, with the times in them where they have some:
///
///     T1 input      {"ConfigurationSpace": {"TuningParameters": [...], "Conditions": [...]}, ...}: a product of values
///                   and the expressions that must hold (the schema of the auto-tuning community, 1.0.0)
///     cache         {"tune_params_keys": [...], "cache": {"16,16": {...}, ...}}: Kernel Tuner's, and benchmark_hub's;
///                   the configurations are those in it. The end may be missing, as in a file that is still written
///     T4 results    {"results": [{"configuration": {...}, "measurements": [...]}, ...]}: the configurations in it
///     script        tune_params and restrictions of a Python script, as far as they can be evaluated without Python
///
/// Nothing of the files is executed. Their texts may come from anyone.
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/model/rank/space.hpp"
#include "forewarp/support/python/value.hpp"

namespace forewarp::rank {

/// Measured times, s.
using MeasuredTimes = std::map<Configuration, double>;

struct TuningFile {
  Space space;
  std::string kernel_name = {}, device_name = {};  ///< empty where the file states none
  std::optional<python::Value> problem_size = {};  ///< a number or a list of them
  MeasuredTimes measured_s = {};                   ///< of the objective that was asked for
};

/// objective: the measured value to read of a cache or of T4 results ("time", in ms as Kernel Tuner writes it); empty:
/// none. Throws ParseError with file and place, InputError for an objective that the file does not have.
[[nodiscard]] TuningFile parse_tuning_json(std::string_view text, const std::string& file,
                                           const std::string& objective = "");
[[nodiscard]] TuningFile parse_tuning_script(std::string_view text, const std::string& file);

/// .py, .json or .json.gz, of 256 MiB unpacked at most.
[[nodiscard]] TuningFile load_tuning_file(const std::filesystem::path& file, const std::string& objective = "");
/// Whether the name is that of a file that load_tuning_file reads.
[[nodiscard]] bool is_tuning_file(const std::filesystem::path& file);

/// An explicit list: each row of a CSV (or .csv.gz) is a configuration, its columns the dimensions. measured: the
/// column of times, whose unit its name states: "ms", "time_us", "time [s]"; empty: all columns are dimensions. Cells
/// of the measured column may be empty. Throws InputError.
[[nodiscard]] TuningFile load_configurations(const std::filesystem::path& file, const std::string& measured = "");
/// The same from text.
[[nodiscard]] TuningFile parse_configurations(std::string_view text, const std::string& file,
                                              const std::string& measured = "");

}  // namespace forewarp::rank
