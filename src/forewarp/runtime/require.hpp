// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where a call writes its result: programs may pass a null pointer, which CUDA answers with an error.
#include "forewarp/runtime/failure.hpp"

namespace forewarp::runtime {

/// What the program's pointer points to. Throws CallFailed (an invalid value) for a null pointer.
template <typename Value>
Value& require(Value* out) {
  if (!out) throw CallFailed(Status::invalid_value, "a result without a place for it");
  return *out;
}

}  // namespace forewarp::runtime
