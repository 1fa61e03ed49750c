// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/native/scalar_text.hpp"

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::emu::native {

namespace {

/// What the headers use of <cstdint> and <type_traits>.
constexpr std::string_view standard_part = R"(namespace std {
using int8_t = signed char; using uint8_t = unsigned char; using int16_t = short; using uint16_t = unsigned short;
using int32_t = int; using uint32_t = unsigned; using int64_t = long; using uint64_t = unsigned long;
template <class A, class B> inline constexpr bool is_same_v = __is_same(A, B);
template <class T> inline constexpr bool is_signed_v = __is_signed(T);
template <class T> using make_unsigned_t = __make_unsigned(T);
template <bool choice, class A, class B> struct conditional { using type = A; };
template <class A, class B> struct conditional<false, A, B> { using type = B; };
template <bool choice, class A, class B> using conditional_t = typename conditional<choice, A, B>::type;
}  // namespace std
)";

/// In the order in which they need each other.
constexpr std::string_view headers[] = {
    "control.hpp",    "types.hpp",  "canonical.hpp", "integers.hpp", "floats.hpp",  "minmax.hpp",
    "conversion.hpp", "approx.hpp", "integer.hpp",   "multiply.hpp", "bits.hpp",    "moves.hpp",
    "single.hpp",     "double.hpp", "convert.hpp",   "special.hpp",  "compare.hpp", "quick.hpp"};

/// Arithmetic a second time, in the namespace `loose`: what is not a number has any bits that say so.
constexpr std::string_view loose_headers[] = {"single.hpp", "double.hpp"};
constexpr std::string_view loose_canonical = R"(namespace forewarp::emu::lanes::loose {
[[gnu::always_inline]] inline float canonical(float x) { return x; }
[[gnu::always_inline]] inline double canonical(double x) { return x; }
}
)";

/// raw: the bits of a result as its row holds them. CodeState as in fused_run.hpp. access_at: a load or store where the
/// site is; false, without any effect, where it is not wholly there. take and put: rows between a frame and a scratch.
/// settle_row: one bit pattern for what is not a number.
/// turns_left: how often a path may enter the block again.
constexpr std::string_view helpers = R"(namespace forewarp::emu::lanes {
template <class T> [[gnu::always_inline]] inline auto raw(T x) {
  if constexpr (std::is_same_v<T, bool>) return x;
  else if constexpr (std::is_same_v<T, float>) return bits_as<u32>(x);
  else if constexpr (std::is_same_v<T, double>) return bits_as<u64>(x);
  else return static_cast<std::make_unsigned_t<Slot<T>>>(to_slot(x));
}
struct QuickRows {
  const u8* address;
  u8* registers;
  const u32* rows;
};
struct AccessSite {
  u64 base, limit;
  u8* host;
  u64 lane_distance;
};
struct CodeState {
  void (*access)(void*, const void*, u64, QuickRows, AccessSite*);
  void (*part)(void*, CodeState*, u32, u64);
  u64 (*arrive)(void*, CodeState*);
  const void* const* ops;
  AccessSite* sites;
  AccessSite local;
  s64* slice;
  u64* changes;
  u64* executed;
  u64* spent;
  u64 limit;
  u32 reconverge;
};
[[gnu::always_inline]] inline AccessSite within(const AccessSite& local, u64 bytes) {
  return {local.base, local.limit - bytes, local.limit < bytes ? nullptr : local.host, local.lane_distance};
}
template <class Address>
[[gnu::always_inline]] inline QuickRequest request(const u8* row, u8* registers, const u32* rows, u64 offset, u32 active,
                                                   const AccessSite& site) {
  const Address first = reinterpret_cast<const Address*>(row)[__builtin_ctz(active)] + static_cast<Address>(offset);
  return {row, registers, rows, offset, first, site.base, site.limit, site.host, site.lane_distance};
}
template <bool stores, class Address, unsigned elements, class Value, class Register>
[[gnu::noinline]] bool access_at(const u8* row, u8* registers, const u32* rows, u64 offset, u32 active,
                                 const AccessSite& site) {
  if (!site.host) return false;
  const QuickRequest r = request<Address>(row, registers, rows, offset, active, site);
  const QuickPattern pattern = classify_lanes<Address, elements * sizeof(Value)>(r, active);
  if (pattern == QuickPattern::outside) return false;
  if constexpr (stores) store_lanes<Address, elements, Value, Register>(r, pattern, active);
  else load_lanes<Address, elements, Value, Register>(r, pattern, active);
  return true;
}
template <class T> [[gnu::always_inline]] inline void take_row(u8* to, const u8* from) {
  __builtin_memcpy(to, from, warp_lanes * sizeof(T));
}
template <class T> [[gnu::always_inline]] inline void put_row(u8* to, const u8* from, u32 active) {
  if (active == all_lanes) return __builtin_memcpy(to, from, warp_lanes * sizeof(T)), void();
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if ((active >> lane & 1) != 0) reinterpret_cast<T*>(to)[lane] = reinterpret_cast<const T*>(from)[lane];
}
template <class T> [[gnu::always_inline]] inline void settle_row(u8* row) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    T value;
    __builtin_memcpy(&value, row + lane * sizeof(T), sizeof(T));
    value = canonical(value);
    __builtin_memcpy(row + lane * sizeof(T), &value, sizeof(T));
  }
}
[[gnu::always_inline]] inline void take_mask(u8* to, const u8* from) { __builtin_memcpy(to, from, sizeof(u32)); }
[[gnu::always_inline]] inline void put_mask(u8* to, const u8* from, u32 active) {
  auto* const mask = reinterpret_cast<u32*>(to);
  *mask = (*mask & ~active) | (*reinterpret_cast<const u32*>(from) & active);
}
[[gnu::always_inline]] inline u64 turns_left(const CodeState& state, u32 block, u64 instructions, u64 cost) {
  if (state.reconverge == block || *state.slice <= 0 || *state.spent > state.limit) return 0;
  const u64 in_slice = (static_cast<u64>(*state.slice) + cost - 1) / cost;
  const u64 in_launch = (state.limit - *state.spent) / instructions;
  return in_slice < in_launch ? in_slice : in_launch;
}
template <class Comparison, class As>
[[gnu::always_inline]] inline bool compared(typename As::Stored a, typename As::Stored b) {
  return Comparison::holds(As::value(a), As::value(b));
}
)";

/// A header without what is for forewarp's own compiler, in another namespace.
std::string text_of(std::string_view name, std::string_view in_namespace) {
  const std::string_view header = scalar_header(name);
  FOREWARP_ASSERT(!header.empty(), "each header is embedded");
  std::string text;
  for (const std::string_view line : split_at(header, '\n')) {
    if (line.starts_with("#include") || line.starts_with("#pragma once")) continue;
    if (line == "namespace forewarp::emu::lanes {")
      text.append("namespace ").append(in_namespace).append(" {\n");
    else
      text.append(line).append("\n");
  }
  return text;
}

}  // namespace

std::string scalar_functions() {
  std::string text(standard_part);
  for (const std::string_view name : headers) text += text_of(name, "forewarp::emu::lanes");
  text += loose_canonical;
  for (const std::string_view name : loose_headers) text += text_of(name, "forewarp::emu::lanes::loose");
  return text.append(helpers);
}

}  // namespace forewarp::emu::native
