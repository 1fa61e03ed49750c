// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/shared_bases.hpp"

namespace forewarp::emu {

/// The first access of a register takes a place (in turn, so the oldest gives way); a later one
/// with the same unchanged register is marked to reuse the description that the first has made.
/// Example: ld [%rd1], ld [%rd1+4], st [%rd1+8] describe the lanes of %rd1 once.
void SharedBases::access(std::size_t number) {
  MachineOp& op = ops_[number];
  for (unsigned place = 1; place < places; ++place) {
    if (bases_[place].row != op.address_row) continue;
    op.base_place = static_cast<std::uint8_t>(place);
    op.shares_base = true;
    ops_[bases_[place].first].base_place = op.base_place;
    return;
  }
  bases_[next_] = {op.address_row, number};
  next_ = next_ + 1 < places ? next_ + 1 : 1;
}

void SharedBases::written(std::uint32_t row) {
  for (Base& base : bases_)
    if (base.row == row) base = {};
}

void SharedBases::forget() { bases_.fill({}); }

}  // namespace forewarp::emu
