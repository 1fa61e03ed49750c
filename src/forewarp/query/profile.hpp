// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one launch does: what forewarp profile, the C API and the Python package answer.
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/query/prepared_kernel.hpp"

namespace forewarp::query {

struct Profiled {
  std::shared_ptr<PreparedCode> code;
  const profile::Profile* profile = nullptr;  ///< of the code
};

/// The kernel compiled for no device in particular and counted, in warps of the options' size. Throws what loading and
/// profiling throw.
[[nodiscard]] Profiled profile(PreparedKernel& kernel, Progress* progress = nullptr);

/// {heading..., "profile": {...}}.
[[nodiscard]] nlohmann::ordered_json profiled_json(const Profiled& profiled);
/// What the page is drawn from: the same with the PTX.
[[nodiscard]] nlohmann::ordered_json profiled_document(const Profiled& profiled);

}  // namespace forewarp::query
