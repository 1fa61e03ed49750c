// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The address at which each block of a grid begins an access, for blocks whose order is not that of the grid's axes:
/// `pid / group` and `pid % group`, tiles along a diagonal, masks and exclusive or (Morton's curve).
///
/// An address is the block's part plus parts of the thread and of loop iterations. The block's part comes from a few
/// instructions on integers, and they are run for all blocks: taken out of the kernel, they become a kernel of their
/// own, in which thread k has the block index of block k, the thread index 0, the parameters' values as constants and
/// loops at their first iteration. A million blocks cost as much as a thousand warps of address
/// arithmetic a block.
///
/// What this leaves out (a register that branches assign differently, addresses from memory) makes an address wrong or
/// unknown, so each use compares it with the sectors that sampled blocks touched (translation.hpp).
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::profile {

class BlockAddresses {
 public:
  /// Grids of more blocks have no addresses: they would cost more than the sample.
  static constexpr std::uint64_t max_blocks = std::uint64_t{1} << 16;

  /// Computes nothing yet. arguments: the bytes of each parameter. All must outlive this.
  BlockAddresses(const ptx::Module& module, const launch::Launch& launch, const emu::ProgramMap& program,
                 std::span<const std::vector<std::byte>> arguments)
      : module_(module), launch_(launch), program_(program), arguments_(arguments) {}

  /// By block, of a place in ProgramMap::sites; empty where it is not known or an affine function of the block index.
  [[nodiscard]] std::span<const std::uint64_t> of(std::size_t site);

 private:
  void compute();

  const ptx::Module& module_;
  const launch::Launch& launch_;
  const emu::ProgramMap& program_;
  std::span<const std::vector<std::byte>> arguments_;
  bool computed_ = false;
  std::map<std::size_t, std::vector<std::uint64_t>> by_site_;
};

}  // namespace forewarp::profile
