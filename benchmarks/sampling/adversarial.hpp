// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The launches of adversarial.cu.
#include <string>
#include <vector>

#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::bench {

struct NamedKernel {
  std::string name;
  kernel::Kernel kernel;
};

/// Compiles the file. Throws Unavailable without a compiler.
[[nodiscard]] std::vector<NamedKernel> adversarial_launches();

}  // namespace forewarp::bench
