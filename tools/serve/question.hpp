// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the page asks, as JSON:
///
///     {"name": "saxpy.cu", "source": "...", "devices": ["A100", "H100"],
///      "launch": "grid = ...", "kernel": "saxpy", "grid": "4096", "block": "256", "shared": "",
///      "set": {"n": 1048576}, "arguments": ["x=buffer:f32:n"], "registers": 0, "clock_mhz": 0,
///      "caches": "usual", "compiler": "clang", "machine_code": "auto", "pinned": {...}, "export": false,
///      "measured": {"time_s": 0.0013, "device": "K20"}, "rank": false}
///
/// Only name, devices and source (or "base64", the bytes of a file that is no text) are needed.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "forewarp/query/predict.hpp"

namespace forewarp::serve {

struct Question {
  std::string name = {}, text = {};  ///< of the file that was opened
  std::string launch = {};           ///< a launch.toml; empty: none
  std::string kernel = {}, grid = {}, block = {}, shared = {}, caches = "usual", compiler = {}, machine_code = "auto";
  std::vector<std::string> devices = {}, arguments = {};
  std::map<std::string, std::int64_t> set = {};
  unsigned registers = 0;                           ///< of a thread; 0: as the compiler says
  double clock_mhz = 0;                             ///< 0: of the data sheets
  nlohmann::ordered_json pinned = nullptr;          ///< null, or the predictions of an earlier answer
  bool is_export = false;                           ///< the answer as a whole file
  std::optional<query::MeasuredRun> measured = {};  ///< corrects the predictions
  bool is_ranking = false;                          ///< the launch's configurations on the first device instead
};

inline constexpr std::size_t max_text_bytes = std::size_t{16} << 20;

/// Strict: throws InputError for what is no question, an unknown member, a member of another kind, a name with a
/// folder, a device that is a file, and what is too long.
[[nodiscard]] Question parse_question(std::string_view json);

/// JSON of limited depth; throws InputError saying what `what` is not.
[[nodiscard]] nlohmann::ordered_json parse_shallow(std::string_view text, std::string_view what);

/// For the kernel in this file (a source, PTX or binary) or this folder (with a launch.toml).
[[nodiscard]] query::KernelOptions options_of(const Question& question, const std::string& path);
[[nodiscard]] query::PredictOptions predict_options_of(const Question& question);

}  // namespace forewarp::serve
