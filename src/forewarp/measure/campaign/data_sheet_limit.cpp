// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/data_sheet_limit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace forewarp::campaign {

std::optional<std::string> raise_to_data_sheet(learn::Answer& answer, const model::Prediction& predicted) {
  const double least = predicted.min_s();
  const double told = answer.value;
  answer.value = std::max(told, least);
  if (answer.low) answer.low = std::max(*answer.low, least);
  if (answer.high) answer.high = std::max(*answer.high, least);
  if (told >= least) return std::nullopt;
  return fmt::format("the model predicts {:.3g} us, which is shorter than the data sheet allows: raised to its {} peak",
                     1e6 * told, predicted.roofs.front().name);
}

}  // namespace forewarp::campaign
