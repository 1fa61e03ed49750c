// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a launch did in the emulator, lane by lane.
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::count::detail {

struct Ran {
  std::map<std::pair<std::string, std::string>, std::uint64_t> operations;  ///< type and kind; of lanes
  /// Bytes by space ("global", "local"), direction and, of global memory, the argument they are in.
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> bytes;
  std::uint64_t barriers = 0;  ///< lanes that arrived
};

/// Emulates the whole launch. Throws emu::KernelFault, InputError.
[[nodiscard]] Ran run(const ptx::Module& module, const launch::Launch& launch);

}  // namespace forewarp::count::detail
