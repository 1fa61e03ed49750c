// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the page of a program is made of: program_json() with the timeline, and of the launches that take most of the
/// time their prediction, advice, roofline and source lines.
#include <cstddef>
#include <span>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// Each takes about 100 kB of a page.
inline constexpr std::size_t max_studies = 40;

/// program_json() and {"timeline": timeline_json(), "studies": [{"id", "document": LaunchStudies::document()}]}.
/// devices: those of the run. A recording without details has no studies.
[[nodiscard]] nlohmann::ordered_json program_page_json(const runtime::Recording& recording,
                                                       std::span<const device::DeviceSpec> devices,
                                                       model::Caches caches, std::size_t studies = max_studies);

}  // namespace forewarp::report
