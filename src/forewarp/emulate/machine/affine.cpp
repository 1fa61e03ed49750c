// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/affine.hpp"

// A row is affine if lane l is first + the sum of strides[b] over the set bits b of l. The strides are read off the
// lanes 1, 2, 4, ...; the deltas of all lanes follow by doubling, and one comparison per lane verifies them.
//
// Example, a block of 8 x 4 threads that reads a float matrix with rows of 1024 bytes: lane l has column l % 8 and row
// l / 8, so strides are {4, 8, 16, 1024, 2048}, lane 13 (binary 01101) is at first + 4 + 16 + 1024.
#include <bit>

namespace forewarp::emu {

namespace {

constexpr std::int64_t longest_stride = std::int64_t{1} << 40;  // of a buffer; sums of six stay far from overflow

template <unsigned width, typename Register>
[[gnu::always_inline]] inline void describe(const std::byte* bytes, AffineRow& out) {
  const auto* const row = reinterpret_cast<const Register*>(bytes);
  const std::uint64_t first = row[0];
  out.known = false;
  out.first = first;
  out.below = out.above = out.bits = 0;
  out.deltas[0] = 0;
  // Most rows that are not affine fail this check: lane 3 must be lane 1 plus the stride of bit 1.
  if (std::uint64_t{row[3]} - row[1] != std::uint64_t{row[2]} - first) return;
  for (unsigned b = 0; 1U << b < width; ++b) {
    const auto stride = static_cast<std::int64_t>(std::uint64_t{row[1U << b]} - first);
    if (stride > longest_stride || stride < -longest_stride) return;
    out.lanes.strides[b] = stride;
    out.below += static_cast<std::uint64_t>(stride < 0 ? -stride : 0);
    out.above += static_cast<std::uint64_t>(stride > 0 ? stride : 0);
    out.bits |= static_cast<std::uint64_t>(stride);
  }
  std::uint64_t wrong = 0;
  std::uint64_t* const deltas = out.deltas.data();
  const auto stride = [&](unsigned b) { return static_cast<std::uint64_t>(out.lanes.strides[b]); };
  deltas[1] = stride(0);
  deltas[2] = stride(1);
  deltas[3] = stride(1) + stride(0);
  for (unsigned lane = 0; lane < 4; ++lane) deltas[4 + lane] = deltas[lane] + stride(2);
  for (unsigned lane = 0; lane < 8; ++lane) deltas[8 + lane] = deltas[lane] + stride(3);
  for (unsigned lane = 0; lane < 16; ++lane) deltas[16 + lane] = deltas[lane] + stride(4);
  if constexpr (width == 64)
    for (unsigned lane = 0; lane < 32; ++lane) deltas[32 + lane] = deltas[lane] + stride(5);
  for (unsigned lane = 0; lane < width; ++lane) wrong |= (row[lane] - first) ^ deltas[lane];
  out.known = wrong == 0;
}

template <unsigned width>
[[gnu::always_inline]] inline void place(const AffineRow& row, std::uint64_t first, std::uint64_t* out) {
  for (unsigned lane = 0; lane < width; ++lane) out[lane] = first + row.deltas[lane];
}

template <unsigned width, typename Register>
void plain_describe(const std::byte* row, AffineRow& out) {
  describe<width, Register>(row, out);
}
template <unsigned width>
void plain_place(const AffineRow& row, std::uint64_t first, std::uint64_t* out) {
  place<width>(row, first, out);
}

// The loops are plain C++; compiled for AVX2 they handle four addresses per instruction. Which
// version runs is decided once, by what the processor has, and both give the same numbers.
#if defined(__x86_64__)
template <unsigned width, typename Register>
[[gnu::target("avx2")]] void describe_avx2(const std::byte* row, AffineRow& out) {
  describe<width, Register>(row, out);
}
template <unsigned width>
[[gnu::target("avx2")]] void place_avx2(const AffineRow& row, std::uint64_t first, std::uint64_t* out) {
  place<width>(row, first, out);
}
bool has_avx2() { return __builtin_cpu_supports("avx2"); }
template <unsigned width, typename Register>
DescribeFn described() {
  return has_avx2() ? &describe_avx2<width, Register> : &plain_describe<width, Register>;
}
template <unsigned width>
PlaceFn placed() {
  return has_avx2() ? &place_avx2<width> : &plain_place<width>;
}
#else
template <unsigned width, typename Register>
DescribeFn described() {
  return &plain_describe<width, Register>;
}
template <unsigned width>
PlaceFn placed() {
  return &plain_place<width>;
}
#endif

}  // namespace

DescribeFn select_describe(unsigned width, bool is_64) {
  if (width == 64) return is_64 ? described<64, std::uint64_t>() : described<64, std::uint32_t>();
  return is_64 ? described<32, std::uint64_t>() : described<32, std::uint32_t>();
}

PlaceFn select_place(unsigned width) { return width == 64 ? placed<64>() : placed<32>(); }

}  // namespace forewarp::emu
