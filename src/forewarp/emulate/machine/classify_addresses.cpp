// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/classify_addresses.hpp"

// All four answers are collected with |= and ^ and without a branch, so that the loop compiles to vector instructions
// (4 lanes of 64 bits at a time with AVX2): O(width) simple operations, and the caller tests four numbers.
//
// Example, 32 lanes, bytes 4, first 0x1000: addresses 0x1000, 0x1004, ... give linear == 0 and uniform != 0. If lane 5
// alone is at 0x1010, its expected address is 0x1014 and linear gets bit 2 (0x1010 ^ 0x1014 = 4).
namespace forewarp::emu {

namespace {

template <unsigned width, typename Register>
[[gnu::always_inline]] inline AddressClasses examine(const AddressRow& in, std::uint64_t* out) {
  const auto* const row = reinterpret_cast<const Register*>(in.row);
  const std::uint64_t first = in.first, base = in.base, limit = in.limit, bytes = in.bytes;
  const auto offset = static_cast<Register>(in.offset);
  AddressClasses e{0, 0, 0, 0};
  for (unsigned lane = 0; lane < width; ++lane) {
    const std::uint64_t address = static_cast<Register>(row[lane] + offset);
    const std::uint64_t at = address - base;
    out[lane] = address;
    e.outside |= at | (limit - at);
    e.bits |= address;
    e.uniform |= address ^ first;
    e.linear |= address ^ (first + lane * bytes);
  }
  return e;
}

template <unsigned width, typename Register>
// The same body, compiled once for the baseline and once for AVX2; select() asks the CPU at run time.
AddressClasses plain(const AddressRow& in, std::uint64_t* out) {
  return examine<width, Register>(in, out);
}

#if defined(__x86_64__)
template <unsigned width, typename Register>
[[gnu::target("avx2")]] AddressClasses with_avx2(const AddressRow& in, std::uint64_t* out) {
  return examine<width, Register>(in, out);
}

template <unsigned width, typename Register>
ClassifyAddressesFn select() {
  return __builtin_cpu_supports("avx2") ? &with_avx2<width, Register> : &plain<width, Register>;
}
#else
template <unsigned width, typename Register>
ClassifyAddressesFn select() {
  return &plain<width, Register>;
}
#endif

}  // namespace

ClassifyAddressesFn select_classify_addresses(unsigned width, bool is_64) {
  if (width == 64) return is_64 ? select<64, std::uint64_t>() : select<64, std::uint32_t>();
  return is_64 ? select<32, std::uint64_t>() : select<32, std::uint32_t>();
}

}  // namespace forewarp::emu
