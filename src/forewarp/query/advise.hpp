// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What limits a kernel on devices, and what would help.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/query/predict.hpp"
#include "forewarp/query/prepared_kernel.hpp"
#include "forewarp/report/advice_view.hpp"

namespace forewarp::query {

struct AdviseOptions {
  std::vector<std::string> devices;
  std::string strategies = {};  ///< a file in place of those that ship
  std::string caches = "usual";
};

/// A device of the list that cannot run the launch, and why.
struct Refused {
  std::string device, reason;
};

struct Advised {
  std::shared_ptr<PreparedCode> code;
  std::vector<report::DeviceAdvice> all;  ///< fastest first
  std::vector<Refused> refused;
  std::vector<std::string> named;  ///< the devices as they were asked for
  std::shared_ptr<const std::vector<device::DeviceSpec>> devices;
};

/// What would help on the fastest device of a prediction. Nothing where the times are not the bounds model's alone (a
/// measured run, another model).
[[nodiscard]] std::optional<report::DeviceAdvice> advice_on_fastest(PreparedKernel& kernel,
                                                                    const PredictOptions& options,
                                                                    const Predicted& predicted);

/// Throws as predict().
[[nodiscard]] Advised advise(PreparedKernel& kernel, const AdviseOptions& options, Progress* progress = nullptr);

/// {heading..., "advice": [...], "cannot_run": [...]}, devices in the order in which they were named.
[[nodiscard]] nlohmann::ordered_json advised_json(const Advised& advised);
/// What the page is drawn from: fastest first, with predictions, the profile and the PTX.
[[nodiscard]] nlohmann::ordered_json advised_document(const Advised& advised);

}  // namespace forewarp::query
