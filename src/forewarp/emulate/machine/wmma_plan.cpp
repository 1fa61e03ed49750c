// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Plans of wmma instructions. A product's buffer holds rows of its own, width slots each: A, B, C and D as the
// machine's products take them, so that D may be the same registers as A, B or C in PTX.
#include "forewarp/emulate/machine/wmma.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace forewarp::emu {

using ptx::Type;
using ptx::WmmaAccess;
using ptx::WmmaMatrix;
using ptx::WmmaProduct;
using ptx::WmmaTransfer;

namespace {

constexpr unsigned warp_lanes = 32, piece_lines = 8, piece_bytes = 16;

/// Where each element of a fragment is in memory, relative to the matrix, and the requests by which
/// the hardware fetches it: as rows of 8x8 matrices (like ldmatrix), as words, as whole elements,
/// or one part at a time. All of it is decided when decoding; executing adds the address and the
/// stride.
class TransferPlanner {
 public:
  explicit TransferPlanner(const WmmaTransfer& t)
      : t_(t), requests_(ptx::wmma_requests(t)), element_(ptx::size_of(t.element)) {
    plan_.line_bytes = t.line_length() * element_;
    plan_.element_bytes = element_;
    plan_.registers = t.registers();
    plan_.parts = t.elements_a_register();
    plan_.register_bytes = element_ == 8 ? 8 : 4;
  }

  WmmaPlan run() {
    for (unsigned r = 0; r < plan_.registers; ++r)
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        for (unsigned p = 0; p < plan_.parts; ++p) plan_.places.push_back(place(r, lane, p));
    for (unsigned i = 0; i < requests_.count; ++i) plan_.requests.push_back(request(i));
    return std::move(plan_);
  }

 private:
  std::uint16_t place(unsigned reg, unsigned lane, unsigned part) const {
    const ptx::WmmaPlace at = ptx::wmma_place(t_, reg, lane, part);
    const unsigned line = t_.by_columns ? at.column : at.row, along = t_.by_columns ? at.row : at.column;
    return static_cast<std::uint16_t>(line * plan_.line_bytes + along * element_);
  }

  void set(WmmaRequest& request, unsigned lane, unsigned offset) const {
    request.line[lane] = static_cast<std::uint16_t>(offset / plan_.line_bytes);
    request.along[lane] = static_cast<std::uint16_t>(offset % plan_.line_bytes);
    request.offset[lane] = static_cast<std::uint16_t>(offset);
    request.lanes |= std::uint32_t{1} << lane;
  }

  /// Line number `line` of a piece.
  unsigned piece_line(unsigned piece, unsigned line) const {
    const unsigned downwards = t_.lines() / piece_lines;
    return (piece % downwards * piece_lines + line) * plan_.line_bytes + piece / downwards * piece_bytes;
  }

  WmmaRequest request(unsigned number) const {
    WmmaRequest r;
    r.bytes = static_cast<std::uint16_t>(requests_.bytes);
    switch (requests_.access) {
      case WmmaAccess::matrices:
        for (unsigned lane = 0; lane < piece_lines * requests_.pieces; ++lane)
          set(r, lane, piece_line(number * requests_.pieces + lane / piece_lines, lane % piece_lines));
        break;
      case WmmaAccess::words:
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
          set(r, lane, piece_line(number, lane / 4) + lane % 4 * requests_.bytes);
        break;
      case WmmaAccess::elements: {
        const unsigned registers = requests_.bytes / element_;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) set(r, lane, place(number * registers, lane, 0));
        break;
      }
      case WmmaAccess::parts:
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
          set(r, lane, place(number / plan_.parts, lane, number % plan_.parts));
        break;
    }
    return r;
  }

  const WmmaTransfer& t_;
  ptx::WmmaRequests requests_;
  unsigned element_;
  WmmaPlan plan_;
};

/// The machine's product, as a key of the lane operations.
std::string key_of(const WmmaProduct& p, Type sum) {
  const std::string_view shape = p.a == Type::f64 ? "m8n8k4" : p.a == Type::tf32 ? "m16n8k8" : "m16n8k16";
  const std::string_view a = ptx::name_of(p.a), s = ptx::name_of(sum);
  return fmt::format("mma.{}.row.col.{}.{}.{}.{}", shape, s, a, a, s);
}

/// Registers of A, B and C of PTX that differ, C's as the machine's sums.
std::array<unsigned, 3> distinct_registers(const WmmaProduct& p, Type sum) {
  const auto of = [&](WmmaMatrix matrix, Type element) {
    return WmmaTransfer{.matrix = matrix, .shape = p.shape, .element = element}.distinct_registers();
  };
  return {of(WmmaMatrix::a, p.a), of(WmmaMatrix::b, p.b), of(WmmaMatrix::c, sum)};
}

unsigned registers(const WmmaProduct& p, WmmaMatrix matrix, Type element) {
  return WmmaTransfer{.matrix = matrix, .shape = p.shape, .element = element}.registers();
}

}  // namespace

WmmaPlan plan_transfer(const WmmaTransfer& transfer) { return TransferPlanner(transfer).run(); }

std::optional<WmmaPlan> plan_product(const WmmaProduct& p, unsigned width, Isa isa) {
  const bool in_half = p.c == Type::f16 && p.d == Type::f16;
  const Type sum = ptx::is_float(p.c) && p.c != Type::f64 ? in_half ? Type::f16 : Type::f32 : p.c;
  const std::optional<LaneChoice> product = lane_op_called(key_of(p, sum), isa);
  if (!product) return std::nullopt;
  const auto [of_a, of_b, of_c] = distinct_registers(p, sum);
  // Where there are two products, one of A and B has the registers of both, the other is in both products.
  const bool halves_a = std::max(p.shape.m, p.shape.n) == 32 && !p.shape.transposed();
  const bool halves_b = p.shape.transposed() || (p.shape.m == 16 && p.shape.n == 16);
  const unsigned count = p.a == Type::f64 ? 1 : 2;
  WmmaPlan plan;
  plan.register_bytes = p.a == Type::f64 ? 8 : 4;
  plan.c = p.c;
  plan.d = p.d;
  plan.widens_c = p.c == Type::f16 && !in_half;
  plan.narrows_d = p.d == Type::f16 && !in_half;
  plan.saturates = p.satfinite && ptx::is_float(p.d);
  plan.counts = {registers(p, WmmaMatrix::c, p.d), registers(p, WmmaMatrix::a, p.a), registers(p, WmmaMatrix::b, p.b),
                 registers(p, WmmaMatrix::c, p.c)};
  plan.buffer = {of_a, of_b, of_c};
  const auto first_b = of_a, first_c = of_a + of_b, first_d = of_a + of_b + of_c;
  for (unsigned h = 0; h < count; ++h) {
    WmmaStep step{product->fn, p.satfinite && p.d == Type::s32 ? lane_satfinite : 0, {}};
    const auto add = [&](unsigned first, unsigned all, bool halved) {
      const unsigned each = halved && count == 2 ? all / 2 : all;
      for (unsigned r = 0; r < each; ++r)
        step.rows.push_back((first + (halved ? h * each : 0) + r) * width * plan.register_bytes);
    };
    add(first_d, of_c, true);
    if (p.shape.transposed()) {
      add(first_b, of_b, true);
      add(0, of_a, false);
    } else {
      add(0, of_a, halves_a);
      add(first_b, of_b, halves_b);
    }
    add(first_c, of_c, true);
    plan.steps.push_back(std::move(step));
  }
  return plan;
}

}  // namespace forewarp::emu
