// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The instructions that the addresses of a kernel's accesses are made of, as the text of a kernel that computes them
/// for every block of a grid (block_addresses.hpp).
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::profile {

struct AddressSlice {
  static constexpr std::uint32_t threads = 256;  ///< of a block of the kernel `text`
  std::vector<std::uint32_t> accesses;           ///< instructions of the entry whose address is computed
  /// PTX with the entry `addresses` and one parameter, a buffer of u64: the address of access k in block b is element
  /// b * accesses.size() + k. Empty without accesses.
  std::string text;
};

/// Of those of the entry's instructions that `wanted` lists, as far as their address is no affine function of the block
/// index. arguments: the bytes of each parameter.
[[nodiscard]] AddressSlice address_slice(const ptx::Module& module, const ptx::Function& entry, launch::Dim3 grid,
                                         launch::Dim3 block, std::span<const std::uint32_t> wanted,
                                         std::span<const std::vector<std::byte>> arguments);

}  // namespace forewarp::profile
