// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// When each operation of a program ran, in lanes: what a page draws. One lane for what the host waited for, and one
/// per stream of each device. Many short operations are drawn as one:
///
///     width = T * lanes / max_spans      T the time of the program
///
/// Operations of a lane that are shorter than `width` and begin in the same interval [k width, (k + 1) width) are one
/// span, so that no timeline has more than about twice max_spans.
#include <cstddef>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// {"what": [{"name", "kind": "kernel" | "host to device" | ... | "fill" | "wait", "group", "distinct"?}],
///  "devices": [{"device", "end_s", "operations", "merged", "lanes": [{"name", "spans": [[begin_s, end_s, what, count,
///  bytes]]}]}]}; group numbers the kernels, which share a colour.
[[nodiscard]] nlohmann::ordered_json timeline_json(const runtime::Recording& recording, std::size_t max_spans = 20'000);

}  // namespace forewarp::report
