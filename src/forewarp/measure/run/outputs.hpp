// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whether a kernel may be launched again and again while its power is read: a kernel that reads what it wrote does
/// something else each time. braun2020 (section 4.1) leaves those out whose output differs before and after looping.
#include <cstddef>
#include <span>
#include <vector>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

/// What the buffers of a kernel hold, in the order of the arguments; empty for what is not a buffer.
using Outputs = std::vector<std::vector<std::byte>>;
[[nodiscard]] Outputs outputs_of(Kernel& kernel, std::span<const Argument> arguments);

/// Whether they are the same: bytes, and numbers of floating point to a thousandth of the larger one, as atomic sums
/// come in another order each time. Two NaN are the same.
[[nodiscard]] bool same_outputs(const Outputs& a, const Outputs& b, std::span<const Argument> arguments);

}  // namespace forewarp::run
