// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Special registers as functions of the block index.
#include "forewarp/emulate/profile/influence/block_value.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::profile {

[[nodiscard]] BlockValue special_value(const ptx::Operand& operand, const launch::Launch& launch, unsigned warp_size);

}  // namespace forewarp::profile
