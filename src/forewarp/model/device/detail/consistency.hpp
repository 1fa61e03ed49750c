// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Relations between figures that hold on every GPU: a slip of the finger in one breaks one of them.
#include <functional>
#include <optional>
#include <string_view>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::device::detail {

struct FigurePlaces {
  SourceLocation file;  ///< when no figure of a relation has a place
  std::function<std::optional<SourceLocation>(std::string_view key)> figure;  ///< nullopt: inherited
};

/// Throws ParseError saying which relation is broken, at the first of the figures in it that the file gives itself.
///   base <= boost; threads = warps * width; limits per block do not exceed those per SM;
///   2 * memory clock * bus / 8 within 3 % of the DRAM bandwidth;
///   SMs * FP32 lanes * 2 * boost within 3 % of the printed peak, where there is one.
void check_consistency(const DeviceSpec& device, const FigurePlaces& where);

}  // namespace forewarp::device::detail
