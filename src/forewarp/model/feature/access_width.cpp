// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/access_width.hpp"

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"

namespace forewarp::feature {
namespace {

/// Where each lane gives the address of one row of an 8x8 matrix of halves, or copies at most so much.
constexpr double row_bytes = 16;

}  // namespace

/// Bytes per lane: ld.global.v4.f32 has 4 * 4 = 16. A wmma load moves a whole matrix with 32 lanes:
/// 16 x 16 halves are 512 bytes, 16 per lane.
double access_width(const ptx::MnemonicText& mnemonic) {
  const ptx::Mnemonic& decoded = mnemonic.decoded();
  const bool copies_lane_by_lane = decoded.opcode == ptx::Opcode::cp && !decoded.has(ptx::Modifier::bulk);
  if (copies_lane_by_lane || decoded.opcode == ptx::Opcode::ldmatrix || decoded.opcode == ptx::Opcode::stmatrix)
    return row_bytes;
  if (const auto& transfer = mnemonic.wmma_transfer()) {
    constexpr double lanes = 32;
    return transfer->rows() * transfer->columns() * ptx::size_of(transfer->element) / lanes;
  }
  return ptx::size_of(decoded.type_from_end(0)) * decoded.vector;
}

}  // namespace forewarp::feature
