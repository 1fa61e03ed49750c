// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::tool {

/// Runs every block and compares the outputs with the CPU reference that launch.toml names. Returns a sentence saying
/// what agreed; throws InputError naming the first element that does not, or when there is no reference.
[[nodiscard]] std::string verify(const kernel::Kernel& kernel, unsigned threads);

}  // namespace forewarp::tool
