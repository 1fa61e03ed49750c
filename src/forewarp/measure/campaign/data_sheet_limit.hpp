// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A trained model knows no physics: beyond what it was trained on, a forest answers with the longest time it saw. What
/// the data sheet allows is a limit that it cannot be below.
#include <optional>
#include <string>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::campaign {

/// Raises a time and its range to the least time that the data sheet's peaks allow (model/bounds/roof.hpp), and reports
/// it where the time itself was below; `predicted` is of the same launch and device, with warm caches where launches
/// were repeated when the training times were taken.
[[nodiscard]] std::optional<std::string> raise_to_data_sheet(learn::Answer& answer, const model::Prediction& predicted);

}  // namespace forewarp::campaign
