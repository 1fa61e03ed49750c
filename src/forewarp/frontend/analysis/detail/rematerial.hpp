// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis::detail {

/// Registers whose value a machine compiler need not keep: written once, from an immediate, a symbol's address, a
/// uniform special register or a kernel parameter (constant bank), or from such a value by cvta or a cvt that copies.
[[nodiscard]] std::vector<bool> rematerialisable(const ptx::Function& function);

}  // namespace forewarp::analysis::detail
