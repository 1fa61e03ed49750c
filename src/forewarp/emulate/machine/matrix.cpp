// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// 8x8 matrices in fragments: lane t holds elements (t / 4, 2 * (t % 4)) and the next one of its row; row r of matrix m
// is at the address that lane 8 * m + r gives (PTX ISA, "ldmatrix"). In a warp of 64 each half works for itself.
#include "forewarp/emulate/machine/matrix.hpp"

#include <array>
#include <cstring>

#include "forewarp/emulate/machine/access.hpp"

namespace forewarp::emu {

bool warp_has_come(Warp& warp, const MachineOp& op, LaneMask active) {
  if (active == warp.full() && warp.top().hold == Hold::none) [[likely]]
    return true;
  if (!warp.meet(op, active, warp.alive(), false)) return false;
  if (active != warp.full()) warp.fault(op, active, "matrix instruction in a warp that is not whole");
  return true;
}

namespace {

using Matrix = std::array<std::array<std::uint16_t, 8>, 8>;
constexpr unsigned group = 32, row_bytes = 16;

/// What a lane holds of a matrix: lane 9 has row 2 and columns 2 and 3, the lower half being column
/// 2; transposed, rows 2 and 3 of column 2.
std::uint32_t fragment(const Matrix& m, unsigned lane, bool transposed) {
  const unsigned row = lane / 4, column = lane % 4 * 2;
  const std::uint32_t low = transposed ? m[column][row] : m[row][column];
  const std::uint32_t high = transposed ? m[column + 1][row] : m[row][column + 1];
  return low | high << 16;
}

void put_fragment(Matrix& m, unsigned lane, bool transposed, std::uint32_t bits) {
  const unsigned row = lane / 4, column = lane % 4 * 2;
  (transposed ? m[column][row] : m[row][column]) = static_cast<std::uint16_t>(bits);
  (transposed ? m[column + 1][row] : m[row][column + 1]) = static_cast<std::uint16_t>(bits >> 16);
}

std::byte* slot(Warp& warp, std::uint32_t row, unsigned lane) { return warp.regs + row + std::size_t{lane} * 4; }

/// Lanes whose addresses count.
template <unsigned width>
LaneMask addressing(const MachineOp& op) {
  const LaneMask half = op.elements >= 4 ? 0xffffffffU : (LaneMask{1} << (8 * op.elements)) - 1;
  return width == 64 ? half | half << 32 : half;
}

template <unsigned width>
Flow load(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp_has_come(warp, op, active)) return Flow::refetch;
  std::array<std::array<Matrix, 4>, 2> matrices{};
  access<width>(warp, op, addressing<width>(op), [&](LaneMask lanes) {
    for_each_lane(lanes, [&](unsigned lane) {
      const unsigned row = lane % group;
      std::memcpy(matrices[lane / group][row / 8][row % 8].data(), warp.located.at(lane, row_bytes), row_bytes);
    });
  });
  for (unsigned m = 0; m < op.elements; ++m)
    for (unsigned lane = 0; lane < width && op.rows[m] != LaneInst::absent_row; ++lane) {
      const std::uint32_t bits = fragment(matrices[lane / group][m], lane % group, op.control != 0);
      std::memcpy(slot(warp, op.rows[m], lane), &bits, sizeof bits);
    }
  return Flow::next;
}

/// The inverse: a whole matrix from the fragments of 32 lanes, for stores and for movmatrix, which
/// is a gather and a transposed fragment.
Matrix gather(Warp& warp, std::uint32_t row, unsigned first_lane_of_group, bool transposed) {
  Matrix m{};
  for (unsigned lane = 0; lane < group; ++lane) {
    std::uint32_t bits;
    std::memcpy(&bits, slot(warp, row, first_lane_of_group + lane), sizeof bits);
    put_fragment(m, lane, transposed, bits);
  }
  return m;
}

template <unsigned width>
Flow store(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp_has_come(warp, op, active)) return Flow::refetch;
  access<width>(warp, op, addressing<width>(op), [&](LaneMask lanes) {
    for (unsigned first = 0; first < width; first += group)
      for (unsigned m = 0; m < op.elements; ++m) {
        const Matrix matrix = gather(warp, op.rows[m], first, op.control != 0);
        for (unsigned row = 0; row < 8; ++row)
          if (const unsigned lane = first + 8 * m + row; (lanes >> lane) & 1U)
            std::memcpy(warp.located.at(lane, row_bytes), matrix[row].data(), row_bytes);
      }
  });
  warp.block.note_change();
  return Flow::next;
}

template <unsigned width>
Flow transpose(Warp& warp, const MachineOp& op, LaneMask active) {
  if (!warp_has_come(warp, op, active)) return Flow::refetch;
  for (unsigned first = 0; first < width; first += group) {
    const Matrix matrix = gather(warp, op.rows[1], first, false);
    for (unsigned lane = 0; lane < group; ++lane) {
      const std::uint32_t bits = fragment(matrix, lane, true);
      std::memcpy(slot(warp, op.rows[0], first + lane), &bits, sizeof bits);
    }
  }
  return Flow::next;
}

}  // namespace

MachineFn select_matrix(MatrixOp op, unsigned width) {
  switch (op) {
    case MatrixOp::load:
      return width == 64 ? &load<64> : &load<32>;
    case MatrixOp::store:
      return width == 64 ? &store<64> : &store<32>;
    case MatrixOp::transpose:
      return width == 64 ? &transpose<64> : &transpose<32>;
  }
  return nullptr;
}

}  // namespace forewarp::emu
