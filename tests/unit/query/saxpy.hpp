// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The kernel that tests of queries ask about.
#include "forewarp/query/prepared_kernel.hpp"

namespace forewarp::query {

/// The bundled saxpy of 4096 elements.
inline KernelOptions saxpy() {
  KernelOptions options;
  options.request.path = "saxpy";
  options.request.set = {"n=4096"};
  return options;
}

}  // namespace forewarp::query
