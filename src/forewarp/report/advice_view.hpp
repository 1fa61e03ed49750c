// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Advice for one launch on one device: for people, as JSON, as CSV.
///
///     V100: memory-bound: dram is busy 93 % of the time; 1.23 ms (1.1 ms .. 1.5 ms)
///       1. S10 Improve read and write memory coalescing: 3.1 times as fast (1.5 .. 3.4), then held back by dram
///            kernel.cu:11 (PTX line 61)  ld.global.f32: 32 sectors a request where 4 would do
///          Let neighbouring threads touch neighbouring addresses: ...
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "forewarp/model/advise/advise.hpp"

namespace forewarp::report {

struct DeviceAdvice {
  std::string device;
  advise::Advice advice;
};

[[nodiscard]] std::string advice_text(std::span<const DeviceAdvice> all);
/// An array of {"device", "bound", "resource", "share", "verdict", "time_s", "low_s", "high_s", "speed",
/// "times_checked", "time_errors", "architecture", "suggestions": [{"id", "title", "what", "gain", "low", "high",
/// "limiter_after", "causes": [{"what", "file", "line", "ptx_line"}]}]}.
[[nodiscard]] nlohmann::json advice_json(std::span<const DeviceAdvice> all);
/// One line a suggestion: device,bound,resource,share,rank,id,gain,low,high,file,line,ptx_line,cause; a device without
/// suggestions has one line of rank 0.
[[nodiscard]] std::string advice_csv(std::span<const DeviceAdvice> all);

}  // namespace forewarp::report
