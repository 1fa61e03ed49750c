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
constexpr std::string_view headers[] = {"control.hpp",  "types.hpp",      "integers.hpp", "floats.hpp",
                                        "minmax.hpp",   "conversion.hpp", "approx.hpp",   "integer.hpp",
                                        "multiply.hpp", "bits.hpp",       "moves.hpp",    "single.hpp",
                                        "double.hpp",   "convert.hpp",    "special.hpp",  "compare.hpp"};

/// raw: the bits of a result as its row holds them. SegmentCalls: as in fused_run.hpp.
constexpr std::string_view helpers = R"(namespace forewarp::emu::lanes {
template <class T> [[gnu::always_inline]] inline auto raw(T x) {
  if constexpr (std::is_same_v<T, bool>) return x;
  else if constexpr (std::is_same_v<T, float>) return bits_as<u32>(x);
  else if constexpr (std::is_same_v<T, double>) return bits_as<u64>(x);
  else return static_cast<std::make_unsigned_t<Slot<T>>>(to_slot(x));
}
struct SegmentCalls {
  void (*access)(void*, const void*, u64, const unsigned char*, unsigned char*, const u32*);
  const void* const* ops;
};
template <class Comparison, class As>
[[gnu::always_inline]] inline bool compared(typename As::Stored a, typename As::Stored b) {
  return Comparison::holds(As::value(a), As::value(b));
}
)";

}  // namespace

std::string scalar_functions() {
  std::string text(standard_part);
  for (const std::string_view name : headers) {
    const std::string_view header = scalar_header(name);
    FOREWARP_ASSERT(!header.empty(), "each header is embedded");
    for (const std::string_view line : split_at(header, '\n'))
      if (!line.starts_with("#include") && !line.starts_with("#pragma once")) text.append(line).append("\n");
  }
  return text.append(helpers);
}

}  // namespace forewarp::emu::native
