// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Fragments (PTX ISA, "Register Fragments and Shared Memory Matrix Layouts" of wgmma), with g = lane / 4, t = lane % 4
// and w = warp % 4: register r of A holds row 16 w + g + 8 (r % 2) and word t + 4 (r / 2) of k; register r of D row
// 16 w + g + 8 (r / 2 % 2) and column 8 (r / 4) + 2 t + r % 2, and half as many registers with two columns each where
// it is f16. Arithmetic as of mma.sync (lanes/kernels/matrix.cpp): exact products, summed in double, rounded once.
#include "forewarp/emulate/machine/wgmma.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/matrix_descriptor.hpp"
#include "forewarp/emulate/machine/sparse_metadata.hpp"
#include "forewarp/support/half.hpp"

namespace forewarp::emu {

namespace {

constexpr unsigned rows_a_warp = 16, max_columns = 256, max_k = 64, k_bytes = 32, lanes = 32;

unsigned bytes_of(WgmmaElement e) {
  switch (e) {
    case WgmmaElement::f16:
    case WgmmaElement::bf16:
      return 2;
    case WgmmaElement::tf32:
      return 4;
    case WgmmaElement::e4m3:
    case WgmmaElement::e5m2:
    case WgmmaElement::s8:
    case WgmmaElement::u8:
      break;
  }
  return 1;
}

/// Of the 8-bit formats with this many mantissa digits; the largest exponent is a number but for
/// e5m2's. e4m3 (digits 3, bias 7): 0x38 has exponent 7 and fraction 0, so 1.0; its largest number
/// is 0x7e = 448, and 0x7f is NaN. e5m2 has infinity and NaN as IEEE formats do.
double small_float(unsigned bits, unsigned digits, int bias, bool has_infinity) {
  const unsigned exponent = (bits & 0x7fU) >> digits, fraction = bits & ((1U << digits) - 1);
  const unsigned largest = (0x7fU >> digits);
  double value;
  if (exponent == largest && has_infinity)
    value = fraction == 0 ? INFINITY : NAN;
  else if (!has_infinity && (bits & 0x7fU) == 0x7fU)
    value = NAN;
  else if (exponent == 0)
    value = std::ldexp(fraction, 1 - bias - static_cast<int>(digits));
  else
    value = std::ldexp(fraction + (1U << digits), static_cast<int>(exponent) - bias - static_cast<int>(digits));
  return (bits & 0x80U) != 0 ? -value : value;
}

double value_at(WgmmaElement e, const std::byte* at) {
  std::uint32_t word = 0;
  std::memcpy(&word, at, bytes_of(e));
  switch (e) {
    case WgmmaElement::f16:
      return static_cast<double>(f16_to_float(static_cast<std::uint16_t>(word)));
    case WgmmaElement::bf16:
      return static_cast<double>(bf16_to_float(static_cast<std::uint16_t>(word)));
    case WgmmaElement::tf32:
      return static_cast<double>(std::bit_cast<float>(word & 0xffffe000U));
    case WgmmaElement::e4m3:
      return small_float(word, 3, 7, false);
    case WgmmaElement::e5m2:
      return small_float(word, 2, 15, true);
    case WgmmaElement::s8:
      return static_cast<std::int8_t>(word);
    case WgmmaElement::u8:
      return word;
  }
  return 0;
}

/// a + b rounded to odd, so that rounding it again to a shorter type rounds once (Boldo and
/// Melquiond 2008, as in lanes/scalar/floats.hpp): the error of the sum is exact by Knuth's
/// TwoSum, and an inexact even result moves to the odd neighbour on the side of the error.
double add_to_odd(double a, double b) {
  const double sum = a + b, part = sum - a, error = (a - (sum - part)) + (b - part);
  if (!(error < 0 || error > 0) || !std::isfinite(sum)) return sum;
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if ((bits & 1U) != 0) return sum;
  const bool away = (error > 0) == (sum > 0);
  return std::bit_cast<double>(away ? bits + 1 : bits - 1);
}

/// The operands of one warp as doubles, which hold each element of every format exactly; B alone
/// takes 128 KiB.
struct Tile {
  double a[rows_a_warp][max_k];
  double b[max_k][max_columns];
  double sum[rows_a_warp][max_columns];
};

/// One wgmma of one warp.
class Product {
 public:
  Product(Warp& warp, const MachineOp& op)
      : warp_(warp),
        op_(op),
        shape_(WgmmaShape::of(op.control)),
        a_depth_(k_bytes / bytes_of(shape_.a)),
        depth_(shape_.sparse ? 2 * a_depth_ : a_depth_) {}

  void run() {
    const std::size_t a = shape_.sum_registers(), b = a + (shape_.a_in_registers ? 4 : 1);
    if (shape_.a_in_registers)
      a_from_registers(a);
    else
      read(descriptor(op_.rows[a]), shape_.a, {shape_.across_a, a_depth_}, rows_a_warp * (warp_.index() % 4),
           rows_a_warp, [&](unsigned row, unsigned k, double value) { tile_.a[row][k] = value; });
    if (shape_.sparse) expand(op_.rows[b + 2]);
    const MatrixDescriptor of_b = descriptor(op_.rows[b]);
    check_depth(of_b);
    read(of_b, shape_.b, {shape_.across_b, depth_}, 0, shape_.columns,
         [&](unsigned column, unsigned k, double value) { tile_.b[k][column] = value; });
    multiply();
    accumulate(op_.rows[b + 1]);
    if (!shape_.a_in_registers) report(descriptor(op_.rows[a]), shape_.across_a, rows_a_warp, warp_.index() % 4, 1);
    report(of_b, shape_.across_b, shape_.columns, warp_.index() % 4, 4);
    if (shape_.sparse) report(of_b, shape_.across_b, shape_.columns, warp_.index() % 4, 4);  // its second half
  }

 private:
  [[nodiscard]] std::byte* slot(std::uint32_t row, unsigned lane) const {
    return warp_.regs + row + std::size_t{lane} * 4;
  }

  /// The same in all lanes, or undefined; the first one's.
  [[nodiscard]] MatrixDescriptor descriptor(std::uint32_t row) const {
    std::uint64_t bits;
    std::memcpy(&bits, warp_.regs + row, sizeof bits);
    const MatrixDescriptor d = MatrixDescriptor::of(bits);
    if (d.base_offset != 0)
      warp_.fault(op_, 1, fmt::format("matrix descriptor {:#x} has a base offset, which is not emulated", bits));
    return d;
  }

  [[nodiscard]] const std::byte* shared_at(std::uint32_t address) const {
    const std::vector<std::byte>& shared = warp_.block.shared();
    if (address > shared.size() || shared.size() - address < 16)
      warp_.fault(
          op_, 1,
          fmt::format("matrix at shared address {:#x}: out of bounds, there are {} bytes", address, shared.size()));
    return shared.data() + address;
  }

  /// A sparse product's B has 64 bytes along k, more than a row of 32 bytes holds.
  void check_depth(const MatrixDescriptor& d) const {
    constexpr unsigned short_row = 32;
    if (shape_.sparse && !shape_.across_b && d.row == short_row)
      warp_.fault(op_, 1, "sparse product of a matrix with a swizzle of 32 bytes, which is not emulated");
  }

  /// Elements of A that are given to their places in their rows.
  void expand(std::uint32_t metadata_row) {
    const unsigned bytes = bytes_of(shape_.a);
    const bool one_of_two = bytes == 4;
    const SparseMetadata places{bytes == 1, depth_ / (one_of_two ? 2U : 4U), op_.control2};
    const auto word_of = [&](unsigned lane) {
      std::uint32_t word;
      std::memcpy(&word, slot(metadata_row, lane), sizeof word);
      return word;
    };
    for (unsigned row = 0; row < rows_a_warp; ++row) {
      double given[max_k];
      std::copy_n(tile_.a[row], a_depth_, given);
      expand_sparse_row(given, tile_.a[row], places.chunks, one_of_two,
                        [&](unsigned chunk) { return places.bits(word_of, row, chunk); });
    }
  }

  /// How a matrix lies in memory, and its elements along k.
  struct Depth {
    bool across;
    unsigned elements;
  };

  /// Calls put(line, k, value) for `count` lines (rows of A, columns of B) from the first on.
  template <typename Put>
  void read(const MatrixDescriptor& d, WgmmaElement e, Depth depth, unsigned first, unsigned count, Put put) const {
    const unsigned bytes = bytes_of(e), in_chunk = 16 / bytes;
    if (depth.across) {
      for (unsigned k = 0; k < depth.elements; ++k)
        for (unsigned line = 0; line < count; line += 8) {
          const std::byte* at = shared_at(d.across_k(k, (first + line) / 8));
          for (unsigned i = 0; i < 8; ++i) put(line + i, k, value_at(e, at + 2 * i));
        }
      return;
    }
    for (unsigned line = 0; line < count; ++line)
      for (unsigned chunk = 0; chunk < depth.elements / in_chunk; ++chunk) {
        const std::byte* at = shared_at(d.along_k(first + line, chunk));
        for (unsigned i = 0; i < in_chunk; ++i) put(line, chunk * in_chunk + i, value_at(e, at + i * bytes));
      }
  }

  void a_from_registers(std::size_t first) {
    const unsigned bytes = bytes_of(shape_.a), in_word = 4 / bytes;
    for (unsigned r = 0; r < 4; ++r)
      for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned i = 0; i < in_word; ++i)
          tile_.a[lane / 4 + 8 * (r % 2)][(lane % 4 + 4 * (r / 2)) * in_word + i] =
              value_at(shape_.a, slot(op_.rows[first + r], lane) + i * bytes);
  }

  /// Signs of A and B are applied once, to A. Order i, k, j, so that each sum adds its products in
  /// ascending k.
  void multiply() {
    const double sign = shape_.minus_a != shape_.minus_b ? -1 : 1;
    for (unsigned row = 0; row < rows_a_warp; ++row) {
      double* sum = tile_.sum[row];
      std::fill_n(sum, shape_.columns, 0.0);
      for (unsigned k = 0; k < depth_; ++k) {
        const double a = sign * tile_.a[row][k];
        for (unsigned column = 0; column < shape_.columns; ++column) sum[column] += a * tile_.b[k][column];
      }
    }
  }

  void accumulate(std::uint32_t keep_row) {
    LaneMask keep = ~LaneMask{0};
    if (keep_row != LaneInst::absent_row) std::memcpy(&keep, warp_.regs + keep_row, sizeof keep);
    if ((op_.negated & 1U) != 0) keep = ~keep;
    for (unsigned r = 0; r < shape_.sum_registers(); ++r)
      for (unsigned lane = 0; lane < lanes; ++lane) {
        std::uint32_t bits = 0;
        if ((keep >> lane & 1U) != 0) std::memcpy(&bits, slot(op_.rows[r], lane), sizeof bits);
        bits = shape_.sum == WgmmaSum::f16 ? halves(bits, r, lane) : word(bits, r, lane);
        std::memcpy(slot(op_.rows[r], lane), &bits, sizeof bits);
      }
  }

  [[nodiscard]] std::uint32_t word(std::uint32_t before, unsigned r, unsigned lane) const {
    const double sum = tile_.sum[lane / 4 + 8 * (r / 2 % 2)][8 * (r / 4) + 2 * (lane % 4) + r % 2];
    if (shape_.sum == WgmmaSum::f32)
      return std::bit_cast<std::uint32_t>(
          static_cast<float>(add_to_odd(sum, static_cast<double>(std::bit_cast<float>(before)))));
    const std::int64_t whole = static_cast<std::int64_t>(sum) + static_cast<std::int32_t>(before);
    const std::int64_t kept = std::clamp<std::int64_t>(whole, INT32_MIN, INT32_MAX);
    return static_cast<std::uint32_t>(shape_.satfinite ? kept : whole);
  }

  [[nodiscard]] std::uint32_t halves(std::uint32_t before, unsigned r, unsigned lane) const {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 2; ++i) {
      const double sum = tile_.sum[lane / 4 + 8 * (r % 2)][8 * (r / 2) + 2 * (lane % 4) + i];
      const auto old = static_cast<std::uint16_t>(before >> (16 * i));
      // To odd in double, then to odd in single: rounding to half is the only one that counts.
      const double exact = add_to_odd(sum, static_cast<double>(f16_to_float(old)));
      const auto nearest = static_cast<float>(exact);
      const auto single = std::bit_cast<std::uint32_t>(nearest);
      const double back = static_cast<double>(nearest);
      const bool inexact = back < exact || back > exact;
      const std::uint32_t odd = std::abs(back) < std::abs(exact) ? single + 1 : single - 1;
      const float rounded =
          std::bit_cast<float>(inexact && (single & 1U) == 0 && std::isfinite(nearest) ? odd : single);
      bits |= std::uint32_t{float_to_f16(rounded)} << (16 * i);
    }
    return bits;
  }

  /// Reports to the observer this warp's part of a matrix of so many lines, 16 bytes per lane:
  /// lanes of eight are in eight rows of an atom, or side by side in one, and so in different
  /// banks. The hardware reads B once for the four warps of a warpgroup, so each warp reports a
  /// quarter of it; A differs by warp and is reported whole.
  void report(const MatrixDescriptor& d, bool across, unsigned lines, unsigned part, unsigned parts) const {
    const unsigned wide = across ? lines / 8 : 0, total = 2 * lines, own = total / parts;
    const unsigned offset = parts == 1 ? rows_a_warp * part : 0, begin = parts == 1 ? 0 : own * part;
    std::array<std::uint64_t, 64> addresses{};
    for (unsigned done = 0; done < own; done += lanes) {
      const unsigned count = std::min(lanes, own - done);
      for (unsigned lane = 0; lane < count; ++lane) {
        const unsigned id = begin + done + lane;
        addresses[lane] = across ? d.across_k(id / wide, offset / 8 + id % wide)
                                 : d.along_k(offset + id / 16 * 8 + id % 8, id / 8 % 2);
      }
      const LaneMask active = (LaneMask{1} << count) - 1;
      locate(warp_, {op_, active, ptx::StateSpace::shared, addresses.data(), AccessKind::load, 16});
    }
  }

  Warp& warp_;
  const MachineOp& op_;
  WgmmaShape shape_;
  unsigned a_depth_;  ///< elements along k that A has
  unsigned depth_;    ///< those of the product
  Tile tile_;
};

}  // namespace

std::uint32_t WgmmaShape::packed() const {
  return static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 4 | static_cast<std::uint32_t>(sum) << 8 |
         columns / 8 << 10 | std::uint32_t{a_in_registers} << 16 | std::uint32_t{across_a} << 17 |
         std::uint32_t{across_b} << 18 | std::uint32_t{minus_a} << 19 | std::uint32_t{minus_b} << 20 |
         std::uint32_t{satfinite} << 21 | std::uint32_t{sparse} << 22;
}

WgmmaShape WgmmaShape::of(std::uint32_t p) {
  const auto bit = [&](unsigned at) { return (p >> at & 1U) != 0; };
  return {static_cast<WgmmaElement>(p & 15U),
          static_cast<WgmmaElement>(p >> 4 & 15U),
          static_cast<WgmmaSum>(p >> 8 & 3U),
          (p >> 10 & 63U) * 8,
          bit(16),
          bit(17),
          bit(18),
          bit(19),
          bit(20),
          bit(21),
          bit(22)};
}

Flow run_wgmma(Warp& warp, const MachineOp& op, LaneMask active) {
  if (active != 0xffffffffU) warp.fault(op, active, "matrix instruction in a warp that is not whole");
  if (warp.index() / 4 * 4 + 4 > warp.block.warps().size())
    warp.fault(op, active, "wgmma in a warpgroup that has fewer than four warps");
  // As long as so many other instructions take: the limit is there to end in good time what never ends.
  (void)warp.block.spend(std::uint64_t{8} * WgmmaShape::of(op.control).columns);
  Product(warp, op).run();
  return Flow::next;
}

}  // namespace forewarp::emu
