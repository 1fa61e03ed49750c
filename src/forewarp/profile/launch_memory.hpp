// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "forewarp/emu/memory.hpp"
#include "forewarp/launch/launch.hpp"
#include "forewarp/profile/block_footprint.hpp"

namespace forewarp::profile {

/// A launch's arguments in device memory.
struct PlacedArguments {
  std::vector<std::vector<std::byte>> bytes;  ///< what the kernel receives, one for each argument
  BufferMap buffers;                          ///< by argument; 0 for those that are no buffers
};

/// Allocates the buffers (their pages are made when touched). pointer_bytes: 8, or 4 for a module of 32-bit addresses.
/// Throws InputError as launch::page_source does.
[[nodiscard]] PlacedArguments place_arguments(const launch::Launch& launch, emu::Memory& memory,
                                              unsigned pointer_bytes = 8);

}  // namespace forewarp::profile
