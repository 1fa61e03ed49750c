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

/// All bits of an element are those of its lane in the mask, so that a loop over lanes has no branch.
template <unsigned width, typename Register>
[[gnu::always_inline]] inline AddressClasses check(const AddressRow& in, LaneMask active, std::uint64_t* out) {
  const auto* const row = reinterpret_cast<const Register*>(in.row);
  const std::uint64_t base = in.base, limit = in.limit;
  const auto offset = static_cast<Register>(in.offset);
  std::uint64_t outside = 0, bits = 0;
  for (std::uint64_t lane = 0; lane < width; ++lane) {  // as wide as the mask that it shifts: else nothing vectorises
    const std::uint64_t chosen = std::uint64_t{0} - (active >> lane & 1);
    const std::uint64_t address = static_cast<Register>(row[lane] + offset);
    const std::uint64_t at = address - base;
    out[lane] = address;
    outside |= (at | (limit - at)) & chosen;
    bits |= address & chosen;
  }
  return {outside, bits, 1, 1};
}

// The same bodies, compiled once for the baseline, for AVX2 and for AVX-512; select() asks the CPU at run time.
struct Functions {
  ClassifyAddressesFn classify;
  CheckAddressesFn check;
};

#define FOREWARP_ADDRESS_LOOPS(name, attributes)                                                             \
  template <unsigned width, typename Register>                                                               \
  struct name {                                                                                              \
    attributes static AddressClasses classify(const AddressRow& in, std::uint64_t* out) {                    \
      return examine<width, Register>(in, out);                                                              \
    }                                                                                                        \
    attributes static AddressClasses check_some(const AddressRow& in, LaneMask active, std::uint64_t* out) { \
      return check<width, Register>(in, active, out);                                                        \
    }                                                                                                        \
  }

FOREWARP_ADDRESS_LOOPS(Plain, );
#if defined(__x86_64__)
FOREWARP_ADDRESS_LOOPS(WithAvx2, [[gnu::target("avx2")]]);
#ifdef __clang__  // which has no attribute for the width that it prefers
FOREWARP_ADDRESS_LOOPS(WithAvx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw")]]);
#else
FOREWARP_ADDRESS_LOOPS(WithAvx512, [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512")]]);
#endif
#endif
#undef FOREWARP_ADDRESS_LOOPS

template <unsigned width, typename Register>
Functions select() {
#if defined(__x86_64__)
  if (best_isa() == Isa::x86_64_v4)
    return {&WithAvx512<width, Register>::classify, &WithAvx512<width, Register>::check_some};
  if (best_isa() == Isa::x86_64_v3)
    return {&WithAvx2<width, Register>::classify, &WithAvx2<width, Register>::check_some};
#endif
  return {&Plain<width, Register>::classify, &Plain<width, Register>::check_some};
}

Functions select(unsigned width, bool is_64) {
  if (width == 64) return is_64 ? select<64, std::uint64_t>() : select<64, std::uint32_t>();
  return is_64 ? select<32, std::uint64_t>() : select<32, std::uint32_t>();
}

}  // namespace

ClassifyAddressesFn select_classify_addresses(unsigned width, bool is_64) { return select(width, is_64).classify; }
CheckAddressesFn select_check_addresses(unsigned width, bool is_64) { return select(width, is_64).check; }

}  // namespace forewarp::emu
