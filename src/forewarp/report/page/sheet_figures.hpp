// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Figures of a data sheet in the JSON of devices, as its page reads them.
#include <optional>

#include <nlohmann/json_fwd.hpp>

namespace forewarp::report {

/// In the sheet's unit; nothing where the sheet has none.
[[nodiscard]] std::optional<double> figure(const nlohmann::ordered_json& device, const char* name);
/// In operations a second: the printed peak where the sheet has one, else from lanes and clock.
[[nodiscard]] std::optional<double> fp32_flops(const nlohmann::ordered_json& device);

}  // namespace forewarp::report
