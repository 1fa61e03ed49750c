// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which accesses of a basic block have the same address register, unchanged in between, and so share one description
/// of its lanes (exec/affine.hpp). Each such register gets a place in the warp.
#include <array>
#include <cstdint>
#include <deque>

#include "forewarp/emulate/decode/program.hpp"

namespace forewarp::emu {

class SharedBases {
 public:
  /// Descriptions that a warp holds at once; place 0 is scratch space for a single access.
  static constexpr unsigned places = 8;

  explicit SharedBases(std::deque<MachineOp>& ops) : ops_(ops) {}

  /// An access of all the lanes that are in the basic block: ops[number].
  void access(std::size_t number);
  /// Something writes the register at this row.
  void written(std::uint32_t row);
  void forget();

 private:
  struct Base {
    std::uint32_t row = LaneInst::absent_row;
    std::size_t first = 0;  ///< the access that describes it
  };
  std::deque<MachineOp>& ops_;
  std::array<Base, places> bases_;  ///< [0] stays empty
  unsigned next_ = 1;
};

}  // namespace forewarp::emu
