// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

/// Several modules as one text: the first one, and of the others what it does not define itself. Declarations of what
/// another module defines are left out, of weak definitions (templates, inline functions) the first is kept. Throws
/// InputError where two modules define the same symbol, or were compiled for different targets.
[[nodiscard]] std::string linked(std::span<const Module> modules);

}  // namespace forewarp::ptx
