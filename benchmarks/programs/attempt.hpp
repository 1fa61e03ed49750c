// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One program built and run by forewarp exec: how it ended, what it says of its own results, and which of the measured
/// launches were found among those that it made.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "program.hpp"

namespace forewarp::bench {

enum class Verdict { none, success, failure };

struct FoundLaunch {
  std::string kernel;
  double measured_s = 0;
  bool found = false;  ///< with the same grid and block
  double predicted_s = 0;
};

struct Attempt {
  std::string program, compiler;
  bool synthetic = false;   ///< with a made-up input (synthetic.hpp)
  bool ended = false;       ///< with status 0, and it used the runtime
  std::string reason = {};  ///< why it did not
  double build_s = 0, seconds = 0, cpu_s = 0;
  Verdict verdict = Verdict::none;
  std::vector<FoundLaunch> launches = {};
};

struct AttemptOptions {
  std::string tool, compiler;
  std::filesystem::path sources;  ///< a copy that programs may write to
  std::filesystem::path folder;   ///< for the executable and the outputs
  double timeout_s = 600;
  bool synthetic = false;  ///< make up an input that is missing
};

[[nodiscard]] Attempt attempt(const Program& program, const AttemptOptions& options);

/// What a program's output says of its own check: words like PASS and FAIL.
[[nodiscard]] Verdict verdict_of(const std::string& output);

[[nodiscard]] nlohmann::json to_json(const Attempt& attempt);
[[nodiscard]] Attempt from_json(const nlohmann::json& json);

}  // namespace forewarp::bench
