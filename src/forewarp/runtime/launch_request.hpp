// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/runtime/launch_attribute.hpp"
#include "forewarp/runtime/module.hpp"

namespace forewarp::runtime {

struct LaunchRequest {
  Kernel* kernel = nullptr;
  launch::Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::vector<std::vector<std::byte>> arguments;  ///< bytes of each parameter
  bool cooperative = false;
  std::optional<launch::Dim3> cluster = {};  ///< blocks of a cluster, where the launch names them
  std::vector<LaunchAttribute> hints = {};   ///< attributes that change nothing here, each once
};

}  // namespace forewarp::runtime
