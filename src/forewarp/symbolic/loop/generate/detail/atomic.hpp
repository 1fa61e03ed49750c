// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Atomic additions in the words of a target: atomicAdd of CUDA, atomic_add of OpenCL; OpenCL C 1.2 has none for
/// floats, so a function that compares and exchanges until it succeeds precedes the kernel.
#include <string>

#include "forewarp/symbolic/loop/generate/generate.hpp"

namespace forewarp::loop::detail {

/// "atomicAdd(&h[i], v);". Throws InputError where the array holds neither i32 nor f32.
[[nodiscard]] std::string atomic_addition(Target target, const Variable& array, const std::string& element,
                                          const std::string& value);
/// The functions that the program's additions call; "" where the target needs none.
[[nodiscard]] std::string atomic_helpers(const Program& program, Target target);

}  // namespace forewarp::loop::detail
